import { lists, PASSWORD_LENGTH_MAX, type views } from '@trunkline/identity';
import { OAUTH_SCOPES, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { Id, Integer, ListOf, OneOf, PageQuery, QueryList, Secret, Text, Texts, UnixTime } from '../../http';

const NAME_MIN = 2;
const NAME_MAX = 64;
const REDIRECT_URIS_MAX = 10;
const DESCRIPTION_MAX = 500;
const URL_MAX = 2000;
const HTTPS = /^https:\/\/[^\s/?#@]+([/?#]\S*)?$/;
const SCOPES = ['numbers:read', 'routing:write'];
const URIS = ['https://app.example.com/callback', 'http://localhost/callback'];

const name = {
  description: 'Name, shown on the consent page. Without invisible characters and the name of this product.',
  example: 'Acme Dialer',
  min: NAME_MIN,
  max: NAME_MAX,
};
const description = {
  description: 'Description, shown on the consent page.',
  example: 'Click to call from your CRM.',
  max: DESCRIPTION_MAX,
  nullable: true,
};
const homepage = {
  description: 'Home page (https).',
  example: 'https://acme.example',
  pattern: HTTPS,
  hint: 'an https URL',
  max: URL_MAX,
  nullable: true,
};
const logo = {
  ...homepage,
  description:
    'Address of the logo (https), for clients of the API. The dashboard loads no images of other sites: its consent page shows the initials of the name.',
  example: 'https://acme.example/logo.png',
};
const redirectUris = {
  description:
    'Where the browser may return to: https URIs, http URIs of `localhost` or `127.0.0.1`, which match with any port, and URIs with a custom scheme that contains a dot. Without fragment and credentials, and with the host as browsers write it. Compared character for character.',
  example: URIS,
  min: 1,
  max: REDIRECT_URIS_MAX,
  item: { max: URL_MAX },
};
const maxScopes = {
  description: 'The most that the application may request. A `:write` scope includes `:read` of the same resource.',
  example: SCOPES,
  values: OAUTH_SCOPES,
  name: 'OAuthScope',
  min: 1,
};
const password = {
  description: 'Password of the user. Required if the session signed in more than 15 minutes ago.',
  optional: true,
  max: PASSWORD_LENGTH_MAX,
};

export class RegisterOAuthAppBody {
  @Text(name)
  name: string;

  @Text({ ...description, optional: true })
  description?: string | null;

  @Text({ ...homepage, optional: true })
  homepage_url?: string | null;

  @Text({ ...logo, optional: true })
  logo_url?: string | null;

  @Texts(redirectUris)
  redirect_uris: string[];

  @ListOf(maxScopes)
  max_scopes: string[];

  @Secret(password)
  password?: string;
}

export class ChangeOAuthAppBody {
  @Text({ ...name, optional: true })
  name?: string;

  @Text({ ...description, optional: true })
  description?: string | null;

  @Text({ ...homepage, optional: true })
  homepage_url?: string | null;

  @Text({ ...logo, optional: true })
  logo_url?: string | null;

  @Texts({ ...redirectUris, optional: true })
  redirect_uris?: string[];

  @ListOf({ ...maxScopes, optional: true })
  max_scopes?: string[];

  @Secret(password)
  password?: string;
}

export class RotateSecretBody {
  @Secret(password)
  password?: string;
}

export class DisableOAuthAppBody {
  @Secret(password)
  password?: string;
}

export class ListOAuthAppsQuery extends PageQuery {
  @QueryList({
    description: 'Filters by status.',
    example: 'active',
    values: lists.OAUTH_APP_STATUSES,
    name: 'OAuthAppStatus',
  })
  status?: lists.OAuthAppStatus[];
}

export class OAuthAppDto {
  @Id({ description: 'Application ID.', prefix: 'oac' })
  id: string;

  @Text({ description: 'Client ID for OAuth requests.', example: 'svc_oauth_Wb1LxkTQ2mVx1cN0pJb9h3o6' })
  client_id: string;

  @Text(name)
  name: string;

  @Text(description)
  description: string | null;

  @Text(homepage)
  homepage_url: string | null;

  @Text(logo)
  logo_url: string | null;

  @Texts(redirectUris)
  redirect_uris: string[];

  @ListOf(maxScopes)
  max_scopes: string[];

  @OneOf({
    description: 'Only `active` applications can request access. `disabled` is permanent.',
    values: lists.OAUTH_APP_STATUSES,
    name: 'OAuthAppStatus',
  })
  status: string;

  @Text({ description: 'Last four characters of the client secret.', example: 'Jb9h' })
  secret_last4: string;

  @UnixTime({ description: 'Time of the last rotation of the secret.', example: null, nullable: true })
  secret_rotated_at: number | null;

  @Integer({ description: 'Users who have connected the application.', example: 12, min: 0 })
  authorized_user_count: number;

  @UnixTime({ description: 'Creation time.' })
  created_at: number;

  @UnixTime({ description: 'Time of the last change.' })
  updated_at: number;
}

export class RegisteredOAuthAppDto extends OAuthAppDto {
  @Secret({ description: 'Client secret. Shown only once.', example: 'svc_oauths_Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tU' })
  client_secret: string;
}

export class RotatedClientSecretDto {
  @Secret({
    description: 'New client secret. Shown only once.',
    example: 'svc_oauths_Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tU',
  })
  client_secret: string;
}

export function toOAuthAppDto(view: views.OAuthAppView): OAuthAppDto {
  return {
    id: view.id,
    client_id: view.clientId,
    name: view.name,
    description: view.description,
    homepage_url: view.homepageUrl,
    logo_url: view.logoUrl,
    redirect_uris: [...view.redirectUris],
    max_scopes: [...view.maxScopes],
    status: view.status,
    secret_last4: view.secretLast4,
    secret_rotated_at: unixSecondsOrNull(view.secretRotatedAt),
    authorized_user_count: view.authorizedUserCount,
    created_at: unixSeconds(view.createdAt),
    updated_at: unixSeconds(view.updatedAt),
  };
}

export function toRegisteredOAuthAppDto(view: views.OAuthAppView, clientSecret: string): RegisteredOAuthAppDto {
  return Object.assign(toOAuthAppDto(view), { client_secret: clientSecret });
}
