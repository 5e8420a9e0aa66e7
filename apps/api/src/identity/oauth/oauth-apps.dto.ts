import { lists, OAUTH_APP_DEFAULTS } from '@trunkline/identity';
import { OAUTH_SCOPES } from '@trunkline/kernel';
import {
  Id,
  Integer,
  ListOf,
  OneOf,
  PageQuery,
  PartialType,
  QueryList,
  Secret,
  Text,
  Texts,
  UnixTime,
  WithDefaults,
} from '../../http';
import { SessionPassword } from '../sessions/session-password';

const NAME_MIN = 2;
const NAME_MAX = 64;
const REDIRECT_URIS_MAX = 10;
const DESCRIPTION_MAX = 500;
const URL_MAX = 2000;
const HTTPS = /^https:\/\/[^\s/?#@]+([/?#]\S*)?$/;
const SCOPES = ['numbers:read', 'routing:write'];
const URIS = ['https://app.example.com/callback', 'http://localhost/callback'];

const HOMEPAGE = {
  description: 'Home page (https).',
  example: 'https://acme.example',
  pattern: HTTPS,
  hint: 'an https URL',
  max: URL_MAX,
  nullable: true,
};

class OAuthAppSettings {
  @Text({
    description: 'Name, shown on the consent page. Without invisible characters and the name of this product.',
    example: 'Acme Dialer',
    min: NAME_MIN,
    max: NAME_MAX,
  })
  name: string;

  @Text({
    description: 'Description, shown on the consent page.',
    example: 'Click to call from your CRM.',
    max: DESCRIPTION_MAX,
    nullable: true,
  })
  description: string | null;

  @Text(HOMEPAGE)
  homepageUrl: string | null;

  @Text({
    ...HOMEPAGE,
    description: 'Address of the logo (https), for clients of the API. The dashboard loads no images of other sites.',
    example: 'https://acme.example/logo.png',
  })
  logoUrl: string | null;

  @Texts({
    description:
      'Where the browser may return to: https URIs, http URIs of `localhost` or `127.0.0.1`, which match with any port, and URIs with a custom scheme that contains a dot. Without fragment and credentials, and with the host as browsers write it. Compared character for character.',
    example: URIS,
    min: 1,
    max: REDIRECT_URIS_MAX,
    item: { max: URL_MAX },
  })
  redirectUris: readonly string[];

  @ListOf({
    description: 'The most that the application may request. A `:write` scope includes `:read` of the same resource.',
    example: SCOPES,
    values: OAUTH_SCOPES,
    name: 'OAuthScope',
    min: 1,
    max: 100,
  })
  maxScopes: readonly string[];
}

export class RegisterOAuthAppBody extends WithDefaults(OAuthAppSettings, OAUTH_APP_DEFAULTS) {
  @SessionPassword()
  password?: string;
}

export class ChangeOAuthAppBody extends PartialType(OAuthAppSettings) {
  @SessionPassword()
  password?: string;
}

export class RotateSecretBody {
  @SessionPassword()
  password?: string;
}

export class DisableOAuthAppBody {
  @SessionPassword()
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

export class OAuthAppDto extends OAuthAppSettings {
  @Id({ description: 'Application ID.', prefix: 'oac' })
  id: string;

  @Text({ description: 'Client ID for OAuth requests.', example: 'svc_oauth_Wb1LxkTQ2mVx1cN0pJb9h3o6' })
  clientId: string;

  @OneOf({
    description: 'Only `active` applications can request access. `disabled` is permanent.',
    values: lists.OAUTH_APP_STATUSES,
    name: 'OAuthAppStatus',
  })
  status: string;

  @Text({ description: 'Last four characters of the client secret.', example: 'Jb9h' })
  secretLast4: string;

  @UnixTime({ description: 'Time of the last rotation of the secret.', example: null, nullable: true })
  secretRotatedAt: Date | null;

  @Integer({ description: 'Users who have connected the application.', example: 12, min: 0 })
  authorizedUserCount: number;

  @UnixTime({ description: 'Creation time.' })
  createdAt: Date;

  @UnixTime({ description: 'Time of the last change.' })
  updatedAt: Date;
}

export class RegisteredOAuthAppDto extends OAuthAppDto {
  @Secret({ description: 'Client secret. Shown only once.', example: 'svc_oauths_Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tU' })
  clientSecret: string;
}

export class RotatedClientSecretDto {
  @Secret({
    description: 'New client secret. Shown only once.',
    example: 'svc_oauths_Wb1LxkTQ2mVx1cN0pJb9h3o6yq5sR8tU',
  })
  clientSecret: string;
}
