import { ALLOWED_CIDRS_MAX, API_KEY_DEFAULTS, lists, ROTATION_GRACE_SECONDS } from '@trunkline/identity';
import { Id, Integer, ListOf, OneOf, PageQuery, QueryList, Secret, Text, Texts, UnixTime } from '../http';
import { SessionPassword } from './sessions/session-password';

const NAME_MAX = 64;
const CIDR_MAX = 49;
const SCOPES = API_KEY_DEFAULTS.scopes;

export class CreateApiKeyBody {
  @Text({ description: 'Name of the key.', example: 'Deploy pipeline', max: NAME_MAX })
  name: string;

  @UnixTime({
    description:
      'Expiry, more than one hour and at most five years from now. The key never expires if null or omitted. A reminder is mailed 14 days before, unless the key is valid for at most 14 days.',
    example: 1_798_761_600,
    default: API_KEY_DEFAULTS.expiresAt,
    optional: true,
    nullable: true,
  })
  expiresAt?: Date | null;

  @ListOf({
    description: 'Only `*` (full access) is supported.',
    example: SCOPES,
    default: SCOPES,
    optional: true,
    values: SCOPES,
    min: 1,
    max: 1,
  })
  scopes?: readonly string[];

  @Texts({
    description: 'IP addresses or CIDR networks that can use the key. Empty allows all.',
    example: ['203.0.113.0/24'],
    default: API_KEY_DEFAULTS.allowedCidrs,
    optional: true,
    max: ALLOWED_CIDRS_MAX,
    item: { max: CIDR_MAX },
  })
  allowedCidrs?: readonly string[];

  @SessionPassword()
  password?: string;
}

export class ChangeApiKeyBody {
  @Text({ description: 'Name of the key.', example: 'Deploy pipeline', optional: true, max: NAME_MAX })
  name?: string;

  @UnixTime({
    description: 'New expiry: in the future and before the current one.',
    example: 1_798_761_600,
    optional: true,
  })
  expiresAt?: Date;
}

export class RotateApiKeyBody {
  @Integer({
    description: 'Seconds for which the old key keeps working.',
    example: ROTATION_GRACE_SECONDS.default,
    default: ROTATION_GRACE_SECONDS.default,
    optional: true,
    min: 0,
    max: ROTATION_GRACE_SECONDS.max,
  })
  graceSeconds: number = ROTATION_GRACE_SECONDS.default;

  @SessionPassword()
  password?: string;
}

export class ListApiKeysQuery extends PageQuery {
  @QueryList({
    description: 'Filters by status.',
    example: 'active',
    values: lists.API_KEY_STATUSES,
    name: 'ApiKeyStatus',
  })
  status?: lists.ApiKeyStatus[];
}

abstract class ApiKeyFields {
  @Id({ description: 'API key ID.', prefix: 'key' })
  id: string;

  @Text({ description: 'Name of the key.', example: 'Deploy pipeline' })
  name: string;

  @Text({ description: 'First twelve characters of the key and an ellipsis.', example: 'svc_live_Wb1…' })
  prefixDisplay: string;

  @Texts({ description: 'Scopes; always `["*"]`.', example: SCOPES })
  scopes: readonly string[];

  @Texts({ description: 'IP addresses or CIDR networks that can use the key. Empty allows all.', example: [] })
  allowedCidrs: readonly string[];

  @UnixTime({ description: 'Expiry; null if the key does not expire.', example: null, nullable: true })
  expiresAt: Date | null;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;
}

export class ApiKeySummaryDto extends ApiKeyFields {
  @UnixTime({ description: 'Time of the last use, with a resolution of one minute.', example: null, nullable: true })
  lastUsedAt: Date | null;

  @Text({ description: 'IP address of the last use.', example: null, nullable: true })
  lastUsedIp: string | null;

  @UnixTime({ description: 'Time of revocation.', example: null, nullable: true })
  revokedAt: Date | null;

  @OneOf({
    description: 'Status of the key. Only `active` keys work.',
    values: lists.API_KEY_STATUSES,
    name: 'ApiKeyStatus',
  })
  status: string;
}

export class CreatedApiKeyDto extends ApiKeyFields {
  @Secret({ description: 'Secret key. Shown only once.', example: 'svc_live_Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tU' })
  key: string;
}
