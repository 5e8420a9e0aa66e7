import type { DeliveryFact, PartRecord, ReportFact } from './ports';

const CODE_MAX = 200;

/** Returns what facts say about parts, once for each part, in the order of their locks. */
export function partsOf(facts: readonly DeliveryFact[], now: Date): PartRecord[] {
  const parts = new Map<string, PartRecord>();
  for (const part of facts.flatMap((fact) => recordsOf(fact, now))) {
    const key = `${part.carrierId} ${part.carrierMessageId}`;
    const known = parts.get(key);
    parts.set(key, known ? merged(known, part) : part);
  }
  return [...parts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

function recordsOf(fact: DeliveryFact, now: Date): PartRecord[] {
  if (fact.kind === 'match') return [fact.part];
  const { carrierId } = fact;
  if (fact.kind === 'report') return [recordOf(fact, now)];
  const { messageId, from: sender, to: recipient, outcome } = fact;
  if (outcome.kind === 'barred') return [];
  const isGivenUp = !('carrierMessageIds' in outcome);
  const ids = isGivenUp ? (outcome.givenUpIds ?? []) : outcome.carrierMessageIds;
  const unreported = { state: null, code: null, reportedAt: null, isGivenUp };
  return ids.map((carrierMessageId) => {
    return { carrierId, carrierMessageId, messageId, sender, recipient, ...unreported };
  });
}

function recordOf({ carrierId, report }: ReportFact, now: Date): PartRecord {
  const { messageId = null, carrierMessageId, from: sender, to: recipient, state, code, at } = report;
  const reported = { state, code: code?.slice(0, CODE_MAX) ?? null, reportedAt: at ?? now };
  return { carrierId, carrierMessageId, messageId, sender, recipient, isGivenUp: false, ...reported };
}

/** The first final state stays. */
function merged(known: PartRecord, other: PartRecord): PartRecord {
  const isOpen = known.state === null || known.state === 'accepted';
  const { state, code, reportedAt } = isOpen && other.state !== null ? other : known;
  const { messageId, isGivenUp } = known.messageId === null ? other : known;
  return { ...known, messageId, isGivenUp, state, code, reportedAt };
}
