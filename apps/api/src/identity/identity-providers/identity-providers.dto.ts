import { lists, PASSWORD_LENGTH_MAX, type views } from '@trunkline/identity';
import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { Country, Flag, Id, Nested, OneOf, PageQuery, QueryOneOf, Secret, Text, UnixTime } from '../../http';

const PATH_MAX = 500;

export class IdentityProviderDto {
  @OneOf({
    description: 'Provider name in URLs and login events.',
    values: lists.IDENTITY_PROVIDERS,
    name: 'IdentityProviderName',
  })
  provider: string;

  @Text({ description: 'Label of the sign-in button.', example: 'Example' })
  display_name: string;
}

export class IdentityProvidersDto {
  @Nested(() => IdentityProviderDto, { description: 'Configured providers.', many: true })
  items: IdentityProviderDto[];
}

export function toIdentityProvidersDto(providers: readonly views.ConfiguredProvider[]): IdentityProvidersDto {
  return { items: providers.map(({ provider, displayName }) => ({ provider, display_name: displayName })) };
}

export class StartQuery {
  @Text({
    description: 'Dashboard path to redirect to, with an optional query string.',
    example: '/numbers',
    default: '/',
    optional: true,
    max: PATH_MAX,
  })
  return_to: string = '/';

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
  last_used_at: number | null;

  @UnixTime({ description: 'Time when the identity was linked.' })
  created_at: number;
}

export function toLinkedIdentityDto({
  id,
  provider,
  email,
  lastUsedAt,
  createdAt,
}: views.LinkedIdentity): LinkedIdentityDto {
  return {
    id,
    provider,
    email,
    last_used_at: unixSecondsOrNull(lastUsedAt),
    created_at: unixSeconds(createdAt),
  };
}

export class UnlinkBody {
  @Secret({
    description: 'Password of the user. Required if the session signed in more than 15 minutes ago.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class UnlinkedIdentityDto {
  @Id({ description: 'ID of the unlinked identity.', prefix: 'idn' })
  id: string;

  @Flag({ description: 'Always true.' })
  deleted: boolean;
}
