import { Flag, Nested, Text } from '../http';

export class HealthDependenciesDto {
  @Flag({ description: 'PostgreSQL accepts writes.' })
  db_catalog: boolean;

  @Flag({ description: 'The store of limits, caches and queues accepts writes: Redis, or else PostgreSQL.' })
  kv_sessions: boolean;

  @Flag({
    description:
      'Mail is sent: the server responds, or the mail folder is writable, and no mail has waited for ten minutes.',
  })
  send_email: boolean;

  @Flag({
    description: 'Documents can be uploaded: the folder or bucket accepts files, and the virus scanner responds.',
  })
  assets: boolean;
}

export class HealthDto {
  @Flag({ description: 'False, with status 503, if the database is unavailable.' })
  ok: boolean;

  @Text({ description: '`ok`, `degraded` (a dependency is unavailable) or `down`.', example: 'ok' })
  status: string;

  @Text({ description: 'Name of the service.', example: 'trunkline-api' })
  service: string;

  @Text({ description: 'Version of the API.', example: '0.2.0' })
  version: string;

  @Text({ description: '`sandbox` or `live`.', example: 'sandbox' })
  environment: string;

  @Text({ description: 'Time of the check, RFC 3339.', example: '2026-11-21T12:00:00.000Z' })
  timestamp: string;

  @Nested(() => HealthDependenciesDto, { description: 'Dependencies of the service.' })
  bindings: HealthDependenciesDto;
}

export class HealthCheckDto {
  @Flag({ description: 'Whether the check succeeded.' })
  ok: boolean;
}
