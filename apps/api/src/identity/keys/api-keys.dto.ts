import {
  ALLOWED_CIDRS_MAX,
  API_KEY_STATUSES,
  type ApiKeyStatus,
  type ApiKeyView,
  type IssuedApiKey,
  PASSWORD_LENGTH_MAX,
  ROTATION_GRACE_SECONDS_MAX,
} from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Id, Integer, ListOf, OneOf, PageQuery, QueryList, Secret, Text, Texts, UnixTime } from '../../http';

const NAME_MAX = 64;
const CIDR_MAX = 49;
const DAY_S = 86_400;
const SCOPES = ['*'];

export class CreateApiKeyBody {
  @Text({ description: 'What it is for.', example: 'Deploy pipeline', max: NAME_MAX })
  name: string;

  @UnixTime({
    description:
      'More than one hour and at most five years from now; null or left out: never. A mail reminds 14 days before, unless it is made for no longer than that.',
    example: 1_798_761_600,
    optional: true,
    nullable: true,
  })
  expires_at?: number | null;

  @ListOf({
    description: 'Always full access for now.',
    example: SCOPES,
    optional: true,
    values: SCOPES,
    min: 1,
    max: 1,
  })
  scopes?: string[];

  @Texts({
    description: 'Addresses or networks that it may be used from; empty: anywhere.',
    example: ['203.0.113.0/24'],
    optional: true,
    max: ALLOWED_CIDRS_MAX,
    item: { max: CIDR_MAX },
  })
  allowed_cidrs?: string[];

  @Secret({
    description: 'Needed when the sign-in is older than 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class ChangeApiKeyBody {
  @Text({ description: 'What it is for.', example: 'Deploy pipeline', optional: true, max: NAME_MAX })
  name?: string;

  @UnixTime({ description: 'Only nearer than before, and in the future.', example: 1_798_761_600, optional: true })
  expires_at?: number;
}

export class RotateApiKeyBody {
  @Integer({
    description: 'How long the old key goes on working, in seconds.',
    example: DAY_S,
    optional: true,
    min: 0,
    max: ROTATION_GRACE_SECONDS_MAX,
  })
  grace_s: number = DAY_S;

  @Secret({
    description: 'Needed when the sign-in is older than 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class ListApiKeysQuery extends PageQuery {
  @QueryList({ description: 'Only keys in these states.', example: 'active', values: API_KEY_STATUSES })
  status?: ApiKeyStatus[];
}

abstract class ApiKeyFields {
  @Id({ description: 'The key.', prefix: 'key' })
  id: string;

  @Text({ description: 'What it is for.', example: 'Deploy pipeline' })
  name: string;

  @Text({ description: 'Its first twelve characters and an ellipsis.', example: 'svc_live_Wb1…' })
  prefix_display: string;

  @Texts({ description: 'Always `["*"]` for now.', example: SCOPES })
  scopes: string[];

  @Texts({ description: 'Addresses or networks that it may be used from; empty: anywhere.', example: [] })
  allowed_cidrs: string[];

  @UnixTime({ description: 'When it stops working by itself.', example: null, nullable: true })
  expires_at: number | null;

  @UnixTime({ description: 'When it was made.' })
  created_at: number;
}

export class ApiKeySummaryDto extends ApiKeyFields {
  @UnixTime({ description: 'Exact to the minute.', example: null, nullable: true })
  last_used_at: number | null;

  @Text({ description: 'Where it was used from then.', example: null, nullable: true })
  last_used_ip: string | null;

  @UnixTime({ description: 'When it was revoked.', example: null, nullable: true })
  revoked_at: number | null;

  @OneOf({
    description: 'Only an active key works.',
    example: 'active',
    values: API_KEY_STATUSES,
    name: 'ApiKeyStatus',
  })
  status: string;
}

export class CreatedApiKeyDto extends ApiKeyFields {
  @Secret({
    description: 'The key itself, shown this once and kept nowhere.',
    example: 'svc_live_Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tU',
  })
  key: string;
}

const unixOrNull = (at: Date | null) => at && unixSeconds(at);

export function toApiKeySummaryDto(view: ApiKeyView): ApiKeySummaryDto {
  return {
    id: view.id,
    name: view.name,
    prefix_display: view.prefixDisplay,
    scopes: [...view.scopes],
    allowed_cidrs: [...view.allowedCidrs],
    expires_at: unixOrNull(view.expiresAt),
    last_used_at: unixOrNull(view.lastUsedAt),
    last_used_ip: view.lastUsedIp,
    revoked_at: unixOrNull(view.revokedAt),
    created_at: unixSeconds(view.createdAt),
    status: view.status,
  };
}

export function toCreatedApiKeyDto({ apiKey, key }: IssuedApiKey): CreatedApiKeyDto {
  return {
    id: apiKey.id,
    name: apiKey.name,
    key,
    prefix_display: apiKey.prefixDisplay,
    scopes: [...apiKey.scopes],
    allowed_cidrs: [...apiKey.allowedCidrs],
    expires_at: unixOrNull(apiKey.expiresAt),
    created_at: unixSeconds(apiKey.createdAt),
  };
}
