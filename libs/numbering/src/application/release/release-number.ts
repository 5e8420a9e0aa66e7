import { CommonErrors, invalidFields, type Transactor } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { NumberUse } from './number-uses';
import type { NumberRef, Numbers } from '../lifecycle/numbers';
import type { PhoneNumberRepository } from '../ports';
import type { Releases } from './releases';

export const RELEASE_TIMES = ['end_of_cycle', 'immediate'] as const;
export type ReleaseTime = (typeof RELEASE_TIMES)[number];

export interface ReleaseRequest {
  readonly when: ReleaseTime;
  /** Required for an immediate release; what is repeated must be right in any case. */
  readonly confirmE164: string | null;
  /** Ends what else uses the number, at the moment of its release. */
  readonly isForced: boolean;
  /** What the credential may change by force. */
  readonly may: Readonly<Record<NumberUse['kind'], boolean>>;
}

/** How many ids of one kind a refusal names. */
const NAMED_MAX = 20;

/** POST /numbers/{e164}/release. */
export class ReleaseNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly changes: Numbers,
    private readonly releases: Releases,
  ) {}

  /**
   * Throws `number_locked`, `invalid_state`, `resource_in_use` naming the trunks that override their caller ID with the
   * number and the targets that forward to it, and `forbidden` when they are to be changed and the credential may not.
   */
  execute(ref: NumberRef, { when, confirmE164, ...request }: ReleaseRequest): Promise<PhoneNumber> {
    const isScheduled = when === 'end_of_cycle';
    return this.tx.run(async () => {
      const uses = this.releases.openUses().expect(ref.accountId, [ref.e164]);
      if (!isScheduled) await uses.lock();
      const number = await this.numbers.lock(ref.accountId, ref.e164);
      const confirmed = isScheduled ? (confirmE164 ?? number.e164) : confirmE164;
      if (confirmed !== number.e164) throw invalidFields({ confirm_e164: 'must repeat the number' });
      number.requireReleasable();
      requireFree(await uses.of(number), request);
      if (isScheduled) return this.changes.scheduleRelease(ref);
      await this.releases.end(number, { actor: ref.actor, reason: 'requested' }, uses);
      return number;
    });
  }
}

function requireFree(uses: readonly NumberUse[], { isForced, may }: Pick<ReleaseRequest, 'isForced' | 'may'>): void {
  if (uses.length === 0) return;
  if (!isForced)
    throw NumberingErrors.resource_in_use({ fields: { ...fieldsOf(uses, 'trunk'), ...fieldsOf(uses, 'target') } });
  if (uses.some(({ kind }) => !may[kind])) {
    throw CommonErrors.forbidden({
      message:
        'Trunks or targets use the number. Releasing it by force changes them, which needs `sip_trunks:write` for trunks ' +
        'and `routing:write` for targets.',
    });
  }
}

/** `trunks` and `trunk_ids`, or `targets` and `target_ids`; nothing where there is none. */
function fieldsOf(uses: readonly NumberUse[], kind: NumberUse['kind']): Readonly<Record<string, string>> {
  const ids = uses.filter((use) => use.kind === kind).map(({ id }) => id);
  if (ids.length === 0) return {};
  return { [`${kind}s`]: String(ids.length), [`${kind}_ids`]: ids.slice(0, NAMED_MAX).join(',') };
}
