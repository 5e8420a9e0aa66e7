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
