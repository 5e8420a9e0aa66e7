import { Controller, Get, Req, Res } from '@nestjs/common';
import { PROBE_HEADER, seenOf } from '@trunkline/composition';
import { CryptoBox, Settings } from '@trunkline/platform';
import type { Request, Response } from 'express';
import { Endpoint, Tag } from '../http';
import { Health } from './health';
import { HealthCheckDto, HealthDto } from './health.dto';

const UNAVAILABLE = 503;

@Tag('Health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly settings: Settings,
    private readonly box: CryptoBox,
  ) {}

  @Get()
  @Endpoint({
    id: 'health.get',
    summary: 'Read the health of the service',
    description:
      'Reports each dependency. The status is 200 while the database is available, even if another dependency is not, else 503.',
    access: 'public',
    answer: HealthDto,
    plain: true,
    failure: { status: UNAVAILABLE, description: 'The database is unavailable.' },
  })
  async report(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<HealthDto> {
    const report = await this.health.report();
    const seen = seenOf(request, this.settings.TRUST_PROXY, this.box);
    if (seen !== null) response.setHeader(PROBE_HEADER, seen);
    if (!report.ok) response.status(UNAVAILABLE);
    return report;
  }

  @Get('live')
  @Endpoint({
    id: 'health.live.get',
    summary: 'Check that the process is alive',
    description:
      'Returns 200 as long as the process can respond, whatever the state of its dependencies. For the supervisor that restarts processes.',
    access: 'public',
    answer: HealthCheckDto,
    plain: true,
  })
  live(): HealthCheckDto {
    return { ok: true };
  }

  @Get('ready')
  @Endpoint({
    id: 'health.ready.get',
    summary: 'Check that the process accepts requests',
    description:
      'Returns 503 while the process cannot serve requests, so that a load balancer sends them to another process.',
    access: 'public',
    answer: HealthCheckDto,
    plain: true,
    failure: { status: UNAVAILABLE, description: 'The database is unavailable, or the process is stopping.' },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<HealthCheckDto> {
    const ok = await this.health.isReady();
    if (!ok) response.status(UNAVAILABLE);
    return { ok };
  }
}
