import { REJECTION_CODES } from '@trunkline/kernel';
import { lists, type NumberView } from '@trunkline/numbering';
import { ListOf, OneOf, UnixTime } from '../../http';

export class NumberRegistrationDto {
  @OneOf({
    description:
      '`open`: sent to the supplier, or under review there. `registered`: the supplier accepted. `rejected`: it did not; copy ' +
      'the bundle, correct the copy and attach it. `failed`: the request failed for technical reasons, and support will ' +
      'retry it. `withdrawn`: the number no longer waits for this bundle. `revoked`: the supplier accepted, and no longer does: the ' +
      'number is suspended until it accepts another bundle.',
    values: lists.REGISTRATION_STATUSES,
    name: 'RegistrationStatus',
  })
  status: string;

  @ListOf({
    description: "The supplier's reasons for a rejection or revocation.",
    values: REJECTION_CODES,
    name: 'RejectionCode',
  })
  rejection_codes: readonly string[];

  @UnixTime({ description: 'When the status last changed.' })
  updated_at: number;
}

export function toNumberRegistrationDto({
  status,
  rejectionCodes,
  updatedAtSeconds,
}: NonNullable<NumberView['registration']>): NumberRegistrationDto {
  return { status, rejection_codes: rejectionCodes, updated_at: updatedAtSeconds };
}
