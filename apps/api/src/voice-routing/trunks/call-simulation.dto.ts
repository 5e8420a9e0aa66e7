import { REJECTIONS } from '@trunkline/kernel';
import { CALL_CHECKS, type CallSimulation, TARGET_KINDS } from '@trunkline/voice-routing';
import { Flag, Integer, IpAddress, Nested, OneOf, Text, UnixTime } from '../../http';
import { CdrRatingDto, toRatingDto } from '../../cdr/reads/cdrs.dto';

const PARTY_MAX = 255;
const DESTINATION_MAX = 300;

export class SimulateCallDto {
  @Text({
    description: 'Caller as the telephone system would send it: a number, a SIP URI or `anonymous`.',
    example: '+4930901820',
    max: PARTY_MAX,
  })
  from: string;

  @Text({
    description: 'Number called: in E.164, or as it is dialled in the country of the account.',
    example: '+33123456789',
    max: PARTY_MAX,
  })
  to: string;

  @IpAddress({
    description:
      'Address that the call comes from. Without it and `auth_user`, the call is placed as the trunk places calls.',
    example: '203.0.113.77',
    optional: true,
  })
  sourceIp?: string;

  @Text({
    description: 'User that the call is authenticated as.',
    example: 't0123456789abcdef',
    max: PARTY_MAX,
    optional: true,
  })
  authUser?: string;

  @UnixTime({ description: 'Time of the call. Without it, the current time.', optional: true })
  at?: Date;
}

export class CallCheckDto {
  @OneOf({ description: 'What was checked.', values: CALL_CHECKS, name: 'CallCheckName' })
  check: string;

  @Flag({ description: 'Whether the check passes; null if an earlier check has ended the decision.', nullable: true })
  ok: boolean | null;

  @Text({ description: 'What was found, in one sentence.', example: 'The number belongs to FR.' })
  detail: string;
}

export class SimulatedRouteDto {
  @Integer({ description: 'Position of the attempt, from 1.', example: 1 })
  order: number;

  @OneOf({ description: 'Kind of the destination.', values: TARGET_KINDS, name: 'TargetKind' })
  targetKind: string;

  @Text({ description: 'ID of the target; null for an outbound call.', example: null, nullable: true })
  targetId: string | null;

  @Text({ description: 'ID of the gateway; null unless the attempt leads over one.', example: null, nullable: true })
  gatewayId: string | null;

  @Text({
    description: 'ID of the registered contact; null unless the attempt leads to one.',
    example: null,
    nullable: true,
  })
  contactId: string | null;

  @Text({
    description: 'Destination of the attempt. Carriers are not named.',
    example: '+33123456789',
    max: DESTINATION_MAX,
  })
  destination: string;

  @Integer({ description: 'Maximum ringing time in seconds.', example: 60 })
  ringTimeoutSeconds: number;
}

export class CallSimulationDto {
  @OneOf({ description: 'Whether the call would be routed.', values: ['route', 'reject'], name: 'CallAction' })
  action: string;

  @Integer({ description: 'SIP response to a rejected call.', example: null, nullable: true })
  sipCode: number | null;

  @OneOf({
    description: 'The rule that rejects the call; null for a call that is routed.',
    values: REJECTIONS,
    name: 'RejectionReason',
    nullable: true,
  })
  reason: string | null;

  @Text({ description: 'Why, in one sentence.', example: 'The call passes every check and is routed.' })
  explanation: string;

  @Text({
    description: 'What to do about it, in one sentence; null where nothing is to be done.',
    example: null,
    nullable: true,
  })
  remedy: string | null;

  @Nested(() => CdrRatingDto, {
    description: 'Price of the call. Null for a rejected call, and for a call that another account pays for.',
    nullable: true,
  })
  price: CdrRatingDto | null;

  @Integer({
    description:
      'Longest duration on the current balance. 0 for a rejected call, null for a call that another account pays for.',
    example: 14_400,
    nullable: true,
  })
  maxDurationSeconds: number | null;

  @Nested(() => SimulatedRouteDto, { description: 'Attempts, in order.', many: true })
  attempts: readonly SimulatedRouteDto[];

  @Nested(() => CallCheckDto, { description: 'All checks of the decision, in its order.', many: true })
  checks: readonly CallCheckDto[];
}

export function toCallSimulationDto({ price, attempts, ...simulation }: CallSimulation): CallSimulationDto {
  return {
    ...simulation,
    price: toRatingDto(price),
    attempts: attempts.map(({ order, targetId, leg, ringTimeoutSeconds }) => {
      const { targetKind, gatewayId, contactId, destination } = leg;
      return { order, targetKind, targetId, gatewayId, contactId, destination, ringTimeoutSeconds };
    }),
  };
}
