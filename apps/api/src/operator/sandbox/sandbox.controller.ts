import { Body, Controller, Post } from '@nestjs/common';
import { Clock, CommonErrors } from '@trunkline/kernel';
import { AuditTrail, MovableClock } from '@trunkline/platform';
import { Endpoint, Tag, Integer, UnixTime } from '../../http';
import { Operator } from '../operator.param';

const TEN_YEARS_S = 10 * 366 * 86_400;

class AdvanceClockBody {
  @Integer({
    description: 'Seconds to advance. The clock never goes back.',
    example: 2_592_000,
    min: 0,
    max: TEN_YEARS_S,
  })
  advanceSeconds: number;
}

class ClockDto {
  @UnixTime({ description: 'Current time of every process.' })
  now: Date;
}

@Tag('Sandbox')
@Controller('operator/sandbox')
export class SandboxController {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditTrail,
  ) {}

  @Post('clock')
  @Endpoint({
    id: 'sandbox.advanceClock',
    summary: 'Advance the test clock',
    description:
      'Affects billing, retries, releases, closure, expiry and back-off in every process. Returns 404 unless every third party is a sandbox.',
    access: 'operator',
    answer: ClockDto,
    status: 200,
    idempotency: 'none',
    fails: ['not_found'],
  })
  async advance(@Operator() operator: string, @Body() body: AdvanceClockBody): Promise<ClockDto> {
    if (!(this.clock instanceof MovableClock)) throw CommonErrors.not_found();
    const before = this.clock.now();
    const now = await this.clock.advance(body.advanceSeconds);
    await this.audit.record({
      actor: operator,
      action: 'sandbox.clock',
      subject: 'clock',
      before: { now: before },
      after: { now },
    });
    return { now };
  }
}
