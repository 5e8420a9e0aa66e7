import { IsOptional, IsString, IsUrl, Matches, MinLength, ValidateBy, type ValidationArguments } from 'class-validator';
import { Address } from './conversions';
import { WebhookSettings } from './webhook-settings';

const ENDPOINT = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };
const CLAMD = /^(\/\S+|[^\s/]+:\d{1,5})$/;

/** Requires a setting exactly when the other one is set. */
function SetWith(other: string): PropertyDecorator {
  const isSet = (settings: object | undefined) => settings !== undefined && Reflect.get(settings, other) !== undefined;
  return ValidateBy({
    name: 'setWith',
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => (value !== undefined) === isSet(args?.object),
      defaultMessage: (args) => `${args?.property ?? 'the setting'} is required with ${other}, and only with it`,
    },
  });
}

/** Where documents are stored, and what scans them. See docs/operations.md#documents. */
export class DocumentSettings extends WebhookSettings {
  /** Without it, documents are stored in DATA_DIR. */
  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'S3_BUCKET must be the name of a bucket' })
  S3_BUCKET?: string;

  @IsString()
  @MinLength(1)
  S3_REGION: string = 'us-east-1';

  /** For stores other than AWS. */
  @IsOptional()
  @Address()
  @IsUrl(ENDPOINT, { message: 'S3_ENDPOINT must be an http:// or https:// URL' })
  S3_ENDPOINT?: string;

  @SetWith('S3_SECRET_ACCESS_KEY')
  S3_ACCESS_KEY_ID?: string;

  @SetWith('S3_ACCESS_KEY_ID')
  S3_SECRET_ACCESS_KEY?: string;

  /** `host:port`, or the path of a socket. */
  @IsOptional()
  @Matches(CLAMD, { message: 'CLAMD_ADDRESS must be host:port or the path of a socket' })
  CLAMD_ADDRESS?: string;
}

export const DOCUMENT_SETTING_NAMES = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CLAMD_ADDRESS',
] as const satisfies readonly (keyof DocumentSettings)[];
