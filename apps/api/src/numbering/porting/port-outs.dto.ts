import type { SortOrder } from '@trunkline/kernel';
import { lists, PORT_OUT_PIN_DIGITS, PORT_OUT_REFUSALS, type PortOutView } from '@trunkline/numbering';
import { E164, Id, OneOf, PageQuery, QueryE164, QueryList, QueryOrder, Text, UnixTime } from '../../http';
import { SessionPassword } from '../../identity/sessions/session-password';

export const CARRIER_MAX = 100;
export const REFUSAL_MESSAGE_MAX = 500;
const REFUSALS = Object.entries(PORT_OUT_REFUSALS)
  .map(([code, explanation]) => `\`${code}\`: ${explanation}`)
  .join(' ');

export class PortOutDto {
  @Id({ description: 'ID of the request.', prefix: 'pout' })
  id: string;

  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @Id({ description: 'ID of the number.', prefix: 'num' })
  numberId: string;

  @Text({ description: 'The carrier that asks for the number.', example: 'Example Telecom', max: CARRIER_MAX })
  gainingCarrier: string;

  @OneOf({
    description:
      '`pending`: the number leaves at `release_at`. `released`: it has left. `refused`: it stays, for the reason of `refusal_code`.',
    values: lists.PORT_OUT_STATUSES,
    name: 'PortOutStatus',
  })
  status: PortOutView['status'];

  @OneOf({
    description: `Why the request was refused; null if it was not. ${REFUSALS}`,
    values: lists.PORT_OUT_REFUSAL_CODES,
    name: 'PortOutRefusal',
    nullable: true,
  })
  refusalCode: PortOutView['refusalCode'];

  @Text({
    description: 'Human-readable explanation of the refusal.',
    example: null,
    max: REFUSAL_MESSAGE_MAX,
    nullable: true,
  })
  refusalMessage: string | null;

  @UnixTime({ description: 'When the other carrier asked.' })
  requestedAt: Date;

  @UnixTime({ description: 'When the number leaves.' })
  releaseAt: Date;

  @UnixTime({ description: 'When the request was entered.' })
  createdAt: Date;

  @UnixTime({
    description: 'When the number left or the request was refused; null while it is pending.',
    nullable: true,
  })
  endedAt: Date | null;
}

export class ListPortOutsQuery extends PageQuery {
  @QueryList({
    description: 'Only these statuses.',
    example: 'pending',
    values: lists.PORT_OUT_STATUSES,
    name: 'PortOutStatus',
  })
  status?: lists.PortOutStatus[];

  @QueryE164({ description: 'Only requests for this number.', example: '+493012345678' })
  e164?: string;

  @QueryOrder({ description: 'Sort order, by the time of entry.' })
  order?: SortOrder;
}

export class SetPortOutPinBody {
  @SessionPassword()
  password?: string;
}

export class PortOutPinDto {
  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @Text({
    description: `The PIN, of ${PORT_OUT_PIN_DIGITS} digits. It cannot be read again.`,
    example: '40718253',
    min: PORT_OUT_PIN_DIGITS,
    max: PORT_OUT_PIN_DIGITS,
  })
  pin: string;
}
