import { STOCK_CENTS_MAX } from '@trunkline/numbering';
import { Cents, E164, Id } from '../../http';

export class GiveNumberBody {
  @E164({ description: 'The number.', example: '+493012345678' })
  e164: string;

  @Cents({ description: 'Price of a month, in cents.', example: 0, min: 0, max: STOCK_CENTS_MAX })
  monthlyPriceCents: number;

  @Cents({ description: 'Price of the setup, in cents.', example: 0, min: 0, max: STOCK_CENTS_MAX })
  setupPriceCents: number;

  @Id({ description: 'Trunk that the number routes to.', prefix: 'trk', optional: true, nullable: true })
  trunkId?: string | null;

  @Id({ description: 'Routing profile that the number routes to.', prefix: 'rp', optional: true, nullable: true })
  routingProfileId?: string | null;

  @Id({
    description: 'The account that has the number, which moves. Required if an account has it.',
    prefix: 'acc',
    optional: true,
    nullable: true,
  })
  fromAccountId?: string | null;
}
