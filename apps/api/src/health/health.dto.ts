import { Flag, Nested, Text } from '../http';

export class BindingsDto {
  @Flag({ description: 'PostgreSQL answers.', example: true })
  db_catalog: boolean;

  @Flag({
    description: 'The store of limits, caches and queues accepts writes: Redis, or PostgreSQL without it.',
    example: true,
  })
  kv_sessions: boolean;

  @Flag({ description: 'Mail can leave: a server is configured, or the mail folder can be written.', example: true })
  send_email: boolean;

  @Flag({ description: 'Documents can be stored.', example: true })
  assets: boolean;
}

export class HealthDto {
  @Flag({ description: 'False, with status 503, when something that requests need is away.', example: true })
  ok: boolean;

  @Text({ description: 'ok, degraded (works, but something is away) or down.', example: 'ok' })
  status: string;

  @Text({ description: 'Which service this is.', example: 'trunkline-api' })
  service: string;

  @Text({ description: 'Version of the API.', example: '0.2.0' })
  version: string;

  @Text({ description: 'sandbox or live.', example: 'sandbox' })
  environment: string;

  @Text({ description: 'When this was seen, RFC 3339.', example: '2026-11-21T12:00:00.000Z' })
  timestamp: string;

  @Nested(() => BindingsDto, { description: 'What the service stands on.' })
  bindings: BindingsDto;
}

export class AliveDto {
  @Flag({ description: 'The process answers.', example: true })
  ok: boolean;
}
