/** Version of the envelope's shape, SemVer; alone in its file, since most of the program needs no schema library for it. */
export const SCHEMA_VERSION = "1.0";
