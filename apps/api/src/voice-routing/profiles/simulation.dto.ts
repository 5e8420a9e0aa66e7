import { type RouteWarning, type Simulation, SKIP_REASONS, STRATEGIES } from '@trunkline/voice-routing';
import { E164, Integer, Nested, OneOf, Text, UnixTime } from '../../http';
import { RouteWarningDto, WARNINGS } from '../route-warnings.dto';

const FROM_MAX = 255;
const SEED_MAX = 2 ** 31 - 1;

export class SimulateDto {
  @Text({ description: 'Caller: E.164 number, SIP URI or `anonymous`.', example: '+4930123456', max: FROM_MAX })
  from: string;

  @E164({ description: 'Called number, one of the account.', example: '+4930901820', optional: true })
  to?: string;

  @UnixTime({ description: 'Time of the call. Without it, the current time.', optional: true })
  at?: Date;

  @Integer({
    description: 'Seed of random choices. The same seed gives the same result.',
    example: 1,
    min: 0,
    max: SEED_MAX,
    optional: true,
  })
  seed?: number;
}

export class SimulatedAttemptDto {
  @Integer({ description: 'Position of the attempt, from 1.', example: 1 })
  order: number;

  @Text({ description: 'ID of the target.', example: 'rpt_0mh2k3l4p9f1c2d3e4b5a6978' })
  targetId: string;

  @Text({
    description: 'ID of the gateway; null unless the attempt leads over a gateway of a trunk.',
    example: 'gw_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  gatewayId: string | null;

  @Text({
    description: 'ID of the registered contact; null unless the attempt leads to a system that is registered.',
    example: null,
    nullable: true,
  })
  contactId: string | null;

  @Text({ description: 'Destination of the attempt.', example: 'sip1.example.com:5060', max: FROM_MAX })
  destination: string;

  @Integer({ description: 'Maximum ringing time in seconds.', example: 25 })
  ringTimeoutSeconds: number;

  @Integer({ description: 'Attempts of one group ring in parallel; null: sequential.', example: null, nullable: true })
  parallelGroup: number | null;
}

export class SkippedTargetDto {
  @Text({ description: 'ID of the target.', example: 'rpt_0mh2k3l4p9f1c2d3e4b5a6978' })
  targetId: string;

  @OneOf({ description: 'Why the target is skipped.', values: SKIP_REASONS, name: 'SkipReason' })
  reason: string;

  @Text({ description: 'Condition that does not match.', example: 'time_windows', nullable: true })
  condition: string | null;
}

export class SimulationDto {
  @OneOf({ description: 'Strategy of the profile.', values: STRATEGIES, name: 'RoutingStrategy' })
  strategy: string;

  @Nested(() => SimulatedAttemptDto, { description: 'Attempts, in order.', many: true })
  attempts: readonly SimulatedAttemptDto[];

  @Nested(() => SkippedTargetDto, { description: 'Targets that are skipped.', many: true })
  skipped: readonly SkippedTargetDto[];

  @Nested(() => RouteWarningDto, WARNINGS)
  warnings: readonly RouteWarningDto[];

  @Integer({ description: 'Maximum duration in seconds on the current balance.', example: 3600 })
  maxDurationSeconds: number;

  @Integer({
    description: 'Price of the first attempt in micro-cents per minute; null without a price.',
    example: 600_000,
    nullable: true,
  })
  estimatedRateMicrocents: number | null;
}

export function toSimulationDto(simulation: Simulation, warnings: readonly RouteWarning[]): SimulationDto {
  return {
    strategy: simulation.strategy,
    attempts: simulation.attempts.map(({ order, targetId, leg, ringTimeoutSeconds, parallelGroup }) => ({
      order,
      targetId: targetId ?? '',
      gatewayId: leg.gatewayId,
      contactId: leg.contactId,
      destination: leg.destination,
      ringTimeoutSeconds,
      parallelGroup,
    })),
    skipped: simulation.skipped.map(({ targetId, reason, condition }) => ({ targetId, reason, condition })),
    warnings,
    maxDurationSeconds: simulation.maxDurationSeconds,
    estimatedRateMicrocents: simulation.estimatedRateMicrocents,
  };
}
