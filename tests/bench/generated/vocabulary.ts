/** Words that the generated repositories are written in: those of a business program, and names that only one project has. */

export const VERBS = (
  "load store retry validate merge expire publish settle refund render resolve archive reserve release assign cancel confirm close collect " +
  "compare convert count create decode deliver deny dispatch encode enqueue estimate export extract fetch filter flush forward group import " +
  "index join limit list lock match measure migrate notify open order parse pause poll prepare purge queue read reject remove rename replay " +
  "report request reset restore resume revoke rotate route sample scan schedule send sign skip sort split stop submit sum track trim unlock " +
  "update upload verify watch wrap write"
).split(" ");

export const ADJECTIVES = (
  "active archived blocked cached cancelled closed compressed confirmed current daily default delayed deleted deferred encrypted expired " +
  "external failed final foreign frozen hidden idle initial internal invalid last late linked local locked missing monthly nested open " +
  "optional orphaned overdue paid partial pending previous primary private public random raw recent recurring remote required reserved " +
  "scheduled secondary shared signed stale temporary unpaid unread urgent valid visible weekly"
).split(" ");

export const NOUNS = (
  "invoice order token parcel customer ledger quota webhook template snapshot voucher account address agreement alert amount attachment " +
  "audit balance basket batch booking branch budget campaign card carrier catalog category channel charge claim comment contact contract " +
  "country coupon credential currency deadline delivery deposit device discount document domain draft employee entry event exchange fee " +
  "feedback folder forecast gateway gift group holiday import inbox installment inventory issue item job label language lead license limit " +
  "line location login mailbox manifest margin member message meter milestone mortgage note notification offer option package parameter " +
  "partner password payment payout penalty permission phone plan policy portfolio position premium price product profile project promotion " +
  "property proposal provider purchase queue quote rate rating reason rebate receipt record refund region reminder rental report request " +
  "reservation return review reward role route rule salary sample schedule scope seat segment session settlement shift shipment signature " +
  "statement status stock store subscription supplier survey tariff task tax team tenant territory thread ticket timer transaction transfer " +
  "trial trip user vacancy vehicle vendor version visit wallet warehouse warranty window workflow zone"
).split(" ");

export const AREAS = (
  "billing delivery identity inventory messaging payments reporting search sessions pricing booking compliance lending logistics marketing " +
  "onboarding payroll planning procurement returns risk scheduling storage support taxation treasury"
).split(" ");

export const ROLES = "gateway repository service policy worker mapper controller scheduler validator adapter"
  .split(" ");

export const REASONS = (
  "it was tried too often,the deadline has passed,it is locked by another process,the signature does not match,no rate is known for this " +
  "currency,the quota is used up,the remote side answered too late,it was changed meanwhile,the limit of this tenant is reached"
).split(",");

const SYLLABLES =
  "ba cor dan el fir gan hol il jor kes lum mar nov or pel qua ris sol tam ul vek wen xan yor zet".split(" ");

/** Made-up names, a different one for every number: what the rare words of a repository look like. */
export function coinedName(number: number): string {
  let rest = number;
  let name = "";
  do {
    name += SYLLABLES[rest % SYLLABLES.length] ?? "";
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return name.length > 3 ? name : `${name}${SYLLABLES[number % 7] ?? ""}ix`;
}
