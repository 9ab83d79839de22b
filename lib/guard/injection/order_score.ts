import { ADDRESSEE } from "./signals/addressee.ts";
import { DEEDS } from "./signals/deeds.ts";
import { EARLIER_WORDS } from "./signals/earlier_words.ts";
import { NEW_ROLE } from "./signals/new_role.ts";
import { SECRECY } from "./signals/secrecy.ts";
import type { Signal, SignalGroups } from "./signals/signal.ts";

/*
 * Orders say the same few things in ever new words: whom they are for, that earlier words no longer hold, that somebody agreed, what nobody may know, what to
 * fetch, where to bring it, what to destroy. None of these is an order by itself; what adds up to one is.
 */

/** Points of which an order has at least so many. */
const ORDER = 4;

/** These speak to or about a model, its words or its user; without one of them the others are only a busy sentence. */
const TELLING: SignalGroups = [...ADDRESSEE, ...EARLIER_WORDS, ...NEW_ROLE, ...SECRECY];
const TELLING_GROUPS = TELLING.length;
const GROUPS: SignalGroups = [...TELLING, ...DEEDS];

/** The signals that may stand in a text, which is given in lower case; undefined where they cannot add up to an order. */
export function signalsIn(lower: string): SignalGroups | undefined {
  const possible = GROUPS.map((group) => group.filter(({ mayMatch }) => mayMatch(lower)));
  const telling = possible.slice(0, TELLING_GROUPS).some((group) => group.length > 0);
  return telling && sumOfMost(possible) >= ORDER ? possible : undefined;
}

/** Whether what a text says adds up to an order to a model. `lower` is the text in lower case. */
export function addsUpToOrder(plain: string, lower: string, groups: SignalGroups): boolean {
  // What might be there costs little to find out; the patterns are tried only where it would be enough.
  const possible = groups.map((group) => group.filter(({ mayMatch }) => mayMatch(lower)));
  if (possible.slice(0, TELLING_GROUPS).every((group) => group.length === 0)) return false;
  let open = sumOfMost(possible);
  let sum = 0;
  let telling = false;
  for (let index = 0; index < possible.length && sum + open >= ORDER; index++) {
    if (index === TELLING_GROUPS && !telling) return false;
    const group = possible[index] ?? [];
    open -= mostOf(group);
    const found = group.find(({ test }) => test(plain));
    if (found === undefined) continue;
    sum += found.points;
    telling ||= index < TELLING_GROUPS;
    if (sum >= ORDER && telling) return true;
  }
  return false;
}

function sumOfMost(groups: SignalGroups): number {
  return groups.reduce((sum, group) => sum + mostOf(group), 0);
}

function mostOf(group: readonly Signal[]): number {
  return group.reduce((most, { points }) => Math.max(most, points), 0);
}
