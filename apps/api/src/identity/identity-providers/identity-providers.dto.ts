import { lists } from '@trunkline/identity';
import { Country, Flag, Id, Nested, OneOf, PageQuery, QueryOneOf, Text, UnixTime } from '../../http';
import { SessionPassword } from '../sessions/session-password';

const PATH_MAX = 500;
const ZONE_MAX = 64;

export class IdentityProviderDto {
  @OneOf({
    description: 'Provider name in URLs and login events.',
    values: lists.IDENTITY_PROVIDERS,
    name: 'IdentityProviderName',
  })
  provider: string;

  @Text({ description: 'Label of the sign-in button.', example: 'Example' })
  displayName: string;
}

export class IdentityProvidersDto {
  @Nested(() => IdentityProviderDto, { description: 'Configured providers.', many: true })
  items: readonly IdentityProviderDto[];
}

export class StartQuery {
  @Text({
    description: 'Dashboard path to redirect to, with an optional query string.',
    example: '/numbers',
    default: '/',
    optional: true,
    max: PATH_MAX,
  })
  returnTo: string = '/';

  @QueryOneOf({
    description:
      '`login` and `signup` both sign in a known user and sign up an unknown one. `link` adds the identity to the signed-in user; it requires a full session that signed in within 15 minutes and an `Origin` or `Referer` of the dashboard.',
    default: 'login',
    values: lists.PROVIDER_MODES,
    name: 'ProviderMode',
  })
  mode: lists.ProviderMode = 'login';

  @Country({
    description:
      'Country of a newly created account. Defaults to the country of the IP address, then of the locale at the provider, then US.',
    example: 'GB',
    optional: true,
  })
  country?: string;

  @Text({
    description: 'IANA time zone of a newly created account. Unknown ones are ignored.',
    example: 'Europe/Berlin',
    default: 'UTC',
    optional: true,
    max: ZONE_MAX,
  })
  timezone?: string;
}

export class ListIdentitiesQuery extends PageQuery {}

export class LinkedIdentityDto {
  @Id({ description: 'Linked identity ID.', prefix: 'idn' })
  id: string;

  @OneOf({ description: 'Identity provider.', values: lists.IDENTITY_PROVIDERS, name: 'IdentityProviderName' })
  provider: string;

  @Text({
    description: 'Email address at the provider when the identity was linked.',
    example: 'ada@example.com',
    nullable: true,
  })
  email: string | null;

  @UnixTime({ description: 'Time of the last sign-in with this identity.', nullable: true })
  lastUsedAt: Date | null;

  @UnixTime({ description: 'Time when the identity was linked.' })
  createdAt: Date;
}

export class UnlinkBody {
  @SessionPassword()
  password?: string;
}

export class UnlinkedIdentityDto {
  @Id({ description: 'ID of the unlinked identity.', prefix: 'idn' })
  id: string;

  @Flag({ description: 'Always true.' })
  deleted: boolean;
}
