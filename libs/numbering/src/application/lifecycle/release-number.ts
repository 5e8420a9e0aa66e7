import { CommonErrors, type Fields, invalidFields, type Transactor } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { ReleaseTime } from '../../domain/lifecycle/number-job';
import type { NumberRef, Numbers } from './numbers';
import type { PhoneNumberRepository } from '../ports';
import type { EndSubscription } from './end-subscription';
import type { NumberUse } from './number-uses';

export interface ReleaseRequest {
  readonly when: ReleaseTime;
  /** Repeats the number. Required for an immediate release; checked whenever it is present. */
  readonly confirmE164: string | null;
  /** Ends the other uses of the number when it is released. */
  readonly isForced: boolean;
  /** Whether the credential may change trunks, WebRTC users and targets. */
  readonly may: Readonly<Record<NumberUse['kind'], boolean>>;
}

const KINDS = ['trunk', 'webrtc_user', 'target'] as const satisfies readonly NumberUse['kind'][];
/** Maximum number of ids of one kind in an error. */
const LISTED_IDS_MAX = 20;

/** Releases a number at the customer's request, immediately or at the end of its cycle. See docs/numbers.md#release. */
export class ReleaseNumber {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly changes: Numbers,
    private readonly endSubscription: EndSubscription,
  ) {}

  /**
   * Throws `number_locked`, `invalid_state`, `resource_in_use` with the ids of the trunks, users and targets that use the number,
   * and `forbidden` when the release would change them and the credential may not.
   */
  release(ref: NumberRef, { when, confirmE164, ...request }: ReleaseRequest): Promise<PhoneNumber> {
    const isScheduled = when === 'end_of_cycle';
    return this.tx.run(async () => {
      const uses = this.endSubscription.trackUses().include(ref.accountId, [ref.e164]);
      if (!isScheduled) await uses.lock();
      const number = await this.numbers.lock(ref.accountId, ref.e164);
      const confirmed = isScheduled ? (confirmE164 ?? number.e164) : confirmE164;
      if (confirmed !== number.e164) throw invalidFields({ confirm_e164: 'must repeat the number' });
      number.requireReleasable();
      requireUnused(await uses.of(number), request);
      if (isScheduled) return this.changes.scheduleRelease(ref);
      await this.endSubscription.end([number], { actor: ref.actor, reason: 'requested' }, uses);
      return number;
    });
  }
}

function requireUnused(uses: readonly NumberUse[], { isForced, may }: Pick<ReleaseRequest, 'isForced' | 'may'>): void {
  if (uses.length === 0) return;
  if (!isForced) {
    const fields = KINDS.map((kind) => fieldsOf(uses, kind));
    throw NumberingErrors.resource_in_use({ fields: Object.assign({}, ...fields) as Fields });
  }
  if (uses.some(({ kind }) => !may[kind])) {
    throw CommonErrors.forbidden({
      message:
        'Trunks, WebRTC users or targets use the number. Releasing it by force changes them, which needs ' +
        '`sip_trunks:write` for trunks and `routing:write` for users and targets.',
    });
  }
}

/** Returns the count and the ids of one kind, such as `trunks` and `trunk_ids`; nothing when there are none. */
function fieldsOf(uses: readonly NumberUse[], kind: NumberUse['kind']): Readonly<Record<string, string>> {
  const ids = uses.filter((use) => use.kind === kind).map(({ id }) => id);
  if (ids.length === 0) return {};
  return { [`${kind}s`]: String(ids.length), [`${kind}_ids`]: ids.slice(0, LISTED_IDS_MAX).join(',') };
}
