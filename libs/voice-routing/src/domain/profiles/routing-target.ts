import { invalidFields, newId } from '@trunkline/kernel';
import { isEmergencyE164 } from '../emergency-numbers';
import { type Conditions, parseConditions } from './conditions';

export const TARGET_KINDS = ['sip_trunk', 'pstn_forward', 'webrtc_user', 'webhook'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
export const TARGETS_PER_PROFILE_MAX = 50;
const POSITION_MAX = 99;

/** What a target leads to: exactly one is set, according to the kind. */
type TargetReferences = Pick<RoutingTarget, 'sipTrunkId' | 'pstnForwardE164' | 'webrtcUserId' | 'webhookUrl'>;

export type TargetOptions = TargetReferences &
  Pick<RoutingTarget, 'kind' | 'position' | 'weight' | 'conditions' | 'enabled'>;

/** Omitted members keep their values, or take their defaults in a new target. */
export type TargetChange = Partial<Omit<TargetOptions, 'conditions'>> & { readonly conditions?: unknown };

const REFERENCE_OF = {
  sip_trunk: 'sipTrunkId',
  pstn_forward: 'pstnForwardE164',
  webrtc_user: 'webrtcUserId',
  webhook: 'webhookUrl',
} as const satisfies Record<TargetKind, keyof TargetReferences>;

const FIELD_OF = {
  sipTrunkId: 'sip_trunk_id',
  pstnForwardE164: 'pstn_forward_e164',
  webrtcUserId: 'webrtc_user_id',
  webhookUrl: 'webhook_url',
} as const satisfies Record<keyof TargetReferences, string>;

const NO_REFERENCE: TargetReferences = {
  sipTrunkId: null,
  pstnForwardE164: null,
  webrtcUserId: null,
  webhookUrl: null,
};
export const TARGET_DEFAULTS = { ...NO_REFERENCE, weight: 100, conditions: null, enabled: true } as const;

export class RoutingTarget {
  readonly id!: string;
  readonly profileId!: string;
  readonly accountId!: string;
  readonly kind!: TargetKind;
  readonly position!: number;
  readonly weight!: number;
  readonly sipTrunkId!: string | null;
  readonly pstnForwardE164!: string | null;
  readonly webrtcUserId!: string | null;
  readonly webhookUrl!: string | null;
  /** Null: the target always takes part. */
  readonly conditions!: Conditions | null;
  readonly enabled!: boolean;
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  private constructor(state: Partial<RoutingTarget>) {
    Object.assign(this, state);
  }

  static create(
    profile: { readonly id: string; readonly accountId: string },
    options: TargetChange & Pick<TargetOptions, 'kind' | 'position'>,
    now: Date,
    id = newId('rpt'),
  ): RoutingTarget {
    const settings = validated({ ...TARGET_DEFAULTS, ...options });
    const identity = { id, profileId: profile.id, accountId: profile.accountId };
    return new RoutingTarget({ ...settings, ...identity, createdAt: now, updatedAt: now });
  }

  /** Does nothing without members. A change of kind clears the old reference and requires the new one. */
  change(change: TargetChange, now: Date): void {
    if (Object.keys(change).length === 0) return;
    const isNewKind = change.kind !== undefined && change.kind !== this.kind;
    const settings = validated(Object.assign({}, this, isNewKind ? NO_REFERENCE : {}, change));
    Object.assign(this, settings, { updatedAt: now });
  }

  /** Returns a copy of the target for another profile. */
  copyTo(profile: { readonly id: string; readonly accountId: string }, now: Date): RoutingTarget {
    return RoutingTarget.create(profile, this, now);
  }

  disable(now: Date): void {
    Object.assign(this, { enabled: false, updatedAt: now });
  }
}

function validated(options: Omit<TargetOptions, 'conditions'> & { readonly conditions: unknown }): TargetOptions {
  const wanted = REFERENCE_OF[options.kind];
  for (const reference of Object.values(REFERENCE_OF)) {
    const isSet = options[reference] !== null;
    if (isSet !== (reference === wanted))
      throw invalidFields({
        [FIELD_OF[reference]]: isSet ? `must be null for kind ${options.kind}` : `is required for kind ${options.kind}`,
      });
  }
  if (options.pstnForwardE164 !== null && isEmergencyE164(options.pstnForwardE164))
    throw invalidFields({ pstn_forward_e164: 'must not be an emergency number' });
  // The deployment decides whether plain HTTP is allowed.
  if (options.webhookUrl !== null && !isHttp(options.webhookUrl))
    throw invalidFields({ webhook_url: 'must be an https:// URL' });
  return { ...options, conditions: parseConditions(options.conditions) };
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
}

/** Returns the position after the highest one, or the maximum. */
export function nextPosition(targets: readonly Pick<RoutingTarget, 'position'>[]): number {
  return Math.min(Math.max(-1, ...targets.map(({ position }) => position)) + 1, POSITION_MAX);
}

/** Gives each entry without a position the one after the highest before it, so that the list keeps its order. */
export function withPositions<T extends TargetChange>(list: readonly T[]): (T & { readonly position: number })[] {
  const placed: (T & { readonly position: number })[] = [];
  for (const entry of list) placed.push({ ...entry, position: entry.position ?? nextPosition(placed) });
  return placed;
}
