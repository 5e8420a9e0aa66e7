import { type Attempt, ATTEMPT_LEGS, ATTEMPT_RESULTS, attemptReason } from '@trunkline/kernel';
import { Integer, OneOf, Text, UnixTime } from '../../http';

export const ATTEMPT_RESULT = { values: ATTEMPT_RESULTS, name: 'AttemptResult' } as const;

/** One request of the switch for a call that is in progress or has ended. */
export class AttemptFactsDto {
  @Integer({ description: 'Position of the attempt, from 1.', example: 1 })
  order: number;

  @OneOf({
    description: '`agent`: the leg to the trunk of a click to dial, which rings first. `callee`: any other leg.',
    values: ATTEMPT_LEGS,
    name: 'AttemptLeg',
  })
  leg: string;

  @Text({ description: 'ID of the target.', example: null, nullable: true })
  targetId: string | null;

  @Text({ description: 'Kind of the target.', example: 'sip_trunk', nullable: true })
  targetKind: string | null;

  @Text({ description: 'ID of the gateway.', example: 'gw_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  gatewayId: string | null;

  @Text({ description: 'ID of the registered contact.', example: null, nullable: true })
  contactId: string | null;

  @Text({
    description: 'Destination of the attempt; the number of a forward may be redacted.',
    example: 'sip1.example.com:5060',
    nullable: true,
    max: 300,
  })
  destination: string | null;

  @Text({
    description:
      'Address that the call was sent to; null if the switch did not report it, and for calls over carriers.',
    example: '192.0.2.1:5060',
    nullable: true,
  })
  address: string | null;

  @UnixTime({ description: 'When the call was sent.', nullable: true })
  startedAt: Date | null;

  @Integer({ description: 'Ringing time in seconds.', example: 8 })
  ringSeconds: number;

  @UnixTime({
    description: 'When the attempt was answered; null if it was not, or if that was not reported.',
    nullable: true,
  })
  answeredAt: Date | null;

  @Integer({ description: 'Final SIP response code of the attempt.', example: 200, nullable: true })
  sipCode: number | null;

  @Text({ description: 'Reason phrase of the final SIP response.', example: 'OK', nullable: true })
  sipReason: string | null;

  @Text({
    description: 'Why the attempt failed, in one sentence. Null for an answered, skipped or ongoing attempt.',
    example: null,
    nullable: true,
  })
  explanation: string | null;

  @Text({ description: 'What to do about it, in one sentence.', example: null, nullable: true })
  remedy: string | null;
}

export class CdrAttemptDto extends AttemptFactsDto {
  @OneOf({ ...ATTEMPT_RESULT, description: 'Result of the attempt.' })
  result: string;
}

/** Carriers and their addresses are known to operators only. */
export function toAttemptDto<A extends Omit<Attempt, 'result'> & { readonly result: string | null }>(attempt: A) {
  const { explanation = null, remedy = null } = attemptReason(attempt) ?? {};
  return { ...attempt, address: attempt.carrierId === null ? attempt.address : null, explanation, remedy };
}
