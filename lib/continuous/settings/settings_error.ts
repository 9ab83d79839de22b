/** A configuration that cannot be used; says where and what. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
