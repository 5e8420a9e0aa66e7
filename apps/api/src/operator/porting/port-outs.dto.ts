import { lists } from '@trunkline/numbering';
import { E164, Id, OneOf, Text, UnixTime } from '../../http';
import { CARRIER_MAX, ListPortOutsQuery, PortOutDto, REFUSAL_MESSAGE_MAX } from '../../numbering/porting/port-outs.dto';

const PIN_MAX = 32;

export class OperatorPortOutDto extends PortOutDto {
  @Id({ description: 'The account that has the number, or had it.', prefix: 'acc' })
  accountId: string;
}

export class ListOperatorPortOutsQuery extends ListPortOutsQuery {
  @Id({ description: 'Only requests for numbers of this account.', prefix: 'acc', optional: true })
  accountId?: string;
}

export class EnterPortOutBody {
  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @Text({ description: 'The carrier that asks for the number.', example: 'Example Telecom', max: CARRIER_MAX })
  gainingCarrier: string;

  @Text({
    description: 'The port-out PIN of the number, as the other carrier gives it.',
    example: '40718253',
    max: PIN_MAX,
    optional: true,
    nullable: true,
  })
  pin?: string | null;

  @UnixTime({
    description: 'When the other carrier asked, not in the future. Without it, the present time.',
    optional: true,
  })
  requestedAt?: Date;

  @UnixTime({ description: 'When the number leaves, not in the past. Without it, the present time.', optional: true })
  releaseAt?: Date;
}

export class RefusePortOutBody {
  @OneOf({ description: 'The reason.', values: lists.OPERATOR_REFUSAL_CODES, name: 'OperatorPortOutRefusal' })
  refusalCode: (typeof lists.OPERATOR_REFUSAL_CODES)[number];

  @Text({
    description: 'Explanation for the owner and the other carrier.',
    example: 'The company was renamed.',
    max: REFUSAL_MESSAGE_MAX,
    optional: true,
    nullable: true,
  })
  message?: string | null;
}
