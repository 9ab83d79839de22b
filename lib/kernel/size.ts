import type { ClientCap } from "../settings/defaults.ts";

/** How much may be injected, in the unit the client counts in. */
export interface InjectionCap {
  size: number;
  unit: ClientCap["unit"];
}

/** Size of a text as a client counts it: UTF-16 units, or bytes of UTF-8. */
export function sizeOf(text: string, unit: InjectionCap["unit"]): number {
  return unit === "utf16" ? text.length : new TextEncoder().encode(text).length;
}

/** The smaller of what the configuration allows (in characters) and what the client takes. */
export function injectionCap(maxInjectedChars: number, cap: ClientCap): InjectionCap {
  return { size: Math.min(cap.size, maxInjectedChars), unit: cap.unit };
}
