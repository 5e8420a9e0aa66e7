import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Endpoint, Tag } from '../http';
import { Health } from './health';
import { HealthCheckDto, HealthDto } from './health.dto';

const UNAVAILABLE = 503;

@Tag('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

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
  async report(@Res({ passthrough: true }) response: Response): Promise<HealthDto> {
    const report = await this.health.report();
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
