import {
  type ConfiguredProvider,
  IDENTITY_PROVIDERS,
  type LinkedIdentity,
  PASSWORD_LENGTH_MAX,
  PROVIDER_MODES,
  type ProviderMode,
} from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Country, Flag, Id, Nested, OneOf, PageQuery, QueryOneOf, Secret, Text, UnixTime } from '../../http';

const PATH_MAX = 500;

export class IdentityProviderDto {
  @OneOf({
    description: 'Its name in addresses and in the sign-in history.',
    example: 'oauth_idp1',
    values: IDENTITY_PROVIDERS,
    name: 'IdentityProviderName',
  })
  provider: string;

  @Text({ description: 'What to write on the button.', example: 'Example' })
  display_name: string;
}

export class IdentityProvidersDto {
  @Nested(() => IdentityProviderDto, { description: 'Those that are configured.', many: true })
  items: IdentityProviderDto[];
}

export function toIdentityProvidersDto(providers: readonly ConfiguredProvider[]): IdentityProvidersDto {
  return { items: providers.map(({ provider, displayName }) => ({ provider, display_name: displayName })) };
}

export class StartQuery {
  @Text({
    description: 'Where in the dashboard to end: a path, with a query if need be.',
    example: '/numbers',
    optional: true,
    max: PATH_MAX,
  })
  return_to: string = '/';

  @QueryOneOf({
    description:
      '`login` and `signup` sign in whoever is known and sign up whoever is not. `link` adds the provider to the user who is signed in: it needs a full session that signed in within 15 minutes, and an Origin or Referer of the dashboard.',
    example: 'login',
    values: PROVIDER_MODES,
    name: 'ProviderMode',
  })
  mode: ProviderMode = 'login';

  @Country({
    description:
      'Country of an account that this may open. Without it: where the network address lies, else that of the language setting at the provider, else US.',
    example: 'GB',
    optional: true,
  })
  country?: string;
}

export class ListIdentitiesQuery extends PageQuery {}

export class LinkedIdentityDto {
  @Id({ description: 'Names it when it is removed.', prefix: 'idn' })
  id: string;

  @OneOf({
    description: 'At which provider.',
    example: 'oauth_idp1',
    values: IDENTITY_PROVIDERS,
    name: 'IdentityProviderName',
  })
  provider: string;

  @Text({
    description: 'The address there when it was linked.',
    example: 'ada@example.com',
    nullable: true,
  })
  email: string | null;

  @UnixTime({ description: 'When it last signed its user in.', nullable: true })
  last_used_at: number | null;

  @UnixTime({ description: 'When it was linked.' })
  created_at: number;
}

export function toLinkedIdentityDto({ id, provider, email, lastUsedAt, createdAt }: LinkedIdentity): LinkedIdentityDto {
  return {
    id,
    provider,
    email,
    last_used_at: lastUsedAt && unixSeconds(lastUsedAt),
    created_at: unixSeconds(createdAt),
  };
}

export class UnlinkBody {
  @Secret({
    description: 'Needed when the sign-in is older than 15 minutes.',
    optional: true,
    max: PASSWORD_LENGTH_MAX,
  })
  password?: string;
}

export class UnlinkedDto {
  @Id({ description: 'Which one it was.', prefix: 'idn' })
  id: string;

  @Flag({ description: 'Always true.', example: true })
  deleted: boolean;
}
