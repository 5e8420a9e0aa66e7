import { Country, Flag, Id, Integer, PageQuery, Text, UnixTime } from '../../http';
import { field } from '../../http/fields/fields';
import type { FieldOptions } from '../../http/fields/members';
import { rule } from '../../http/fields/raw-texts';

const DEVICE_NAME_MAX = 64;

/** A flag that can only be set to false. */
const OnlyFalse = (options: FieldOptions) =>
  field(
    options,
    { type: 'boolean', enum: [false] },
    rule({
      name: 'onlyFalse',
      accepts: (value) => value === false,
      message: 'must be false: a device can be trusted only at sign-in',
    }),
  );

export class SessionDto {
  @Id({ description: 'Session ID. Not a secret: the cookie holds a different value.', prefix: 'ses' })
  id: string;

  @Text({ description: 'Device name. Defaults to the browser and operating system.', example: 'Firefox on Linux' })
  deviceName: string;

  @Text({ description: 'IP address of the last use.', example: '81.2.69.142', nullable: true })
  ip: string | null;

  @Country({ description: 'Country of the IP address, if known.', example: 'GB', nullable: true })
  ipCountry: string | null;

  @Text({
    description: 'City of the IP address, if the GeoIP database contains cities.',
    example: null,
    nullable: true,
  })
  city: string | null;

  @Flag({
    description:
      'Whether the device is trusted: the session expires 30 days after its last use instead of 24 hours after sign-in.',
  })
  isTrusted: boolean;

  @Flag({ description: 'Whether this is the session of the request.' })
  isCurrent: boolean;

  @UnixTime({ description: 'Time of the last use, with a resolution of one minute.' })
  lastUsedAt: Date;

  @UnixTime({ description: 'Expiry of the session.' })
  expiresAt: Date;

  @UnixTime({ description: 'Time of the sign-in.' })
  createdAt: Date;
}

export class ListSessionsQuery extends PageQuery {}

export class ChangeSessionBody {
  @Text({ description: 'New name of the device.', example: 'Work laptop', optional: true, max: DEVICE_NAME_MAX })
  deviceName?: string;

  @OnlyFalse({
    description:
      'Ends trust in the device: the session expires within 24 hours. A device can be trusted only at sign-in.',
    example: false,
    optional: true,
  })
  isTrusted?: false;
}

export class RevokeAllSessionsBody {
  @Flag({ description: 'Keeps the current session.', default: true, optional: true })
  keepCurrent: boolean = true;
}

export class RevokedSessionDto {
  @Id({ description: 'Session ID.', prefix: 'ses' })
  id: string;

  @Flag({ description: 'Always true.' })
  revoked: boolean;
}

export class RevokedSessionsDto {
  @Integer({ description: 'Number of sessions revoked.', example: 2, min: 0 })
  revokedCount: number;
}
