import {
  canonicalNumber,
  type Clock,
  CommonErrors,
  countryName,
  NO_COUNTRY,
  invalidFields,
  numberTypeOf,
} from '@trunkline/kernel';
import type { Actor } from '../../domain/actor';
import { NumberingErrors } from '../../domain/errors';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { Purchase } from '../../domain/lifecycle/purchase';
import type { NumberOrder } from '../../domain/number-order';
import type { NumberCosts, Offer } from '../../domain/offer';
import { GIVEN, STOCK } from '../../domain/stock';
import type { ReservationRepository } from '../checkout/ports';
import type { PhoneNumberRepository } from '../ports';
import type { StockRepository, StockView } from '../stock/ports';
import type { EndSubscription } from './end-subscription';
import type { ReleasedNumberUses } from './number-uses';

export interface NumberToTake {
  readonly e164: string;
  /** The account that receives it. */
  readonly accountId: string;
  /** The account that has it; null for a number that no account has. */
  readonly fromAccountId: string | null;
  readonly actor: Actor;
}

/** What the next order takes over from a number that no account has any more. The operator sets the prices. */
export interface TakenNumber {
  readonly offer: Omit<Offer, 'monthlyPriceCents' | 'setupPriceCents'> & NumberCosts;
  readonly supplierNumberRef: string | null;
  readonly isInStock: boolean;
}

/** Takes a number from the stock, from another account, or from neither, for an account that the operator gives it to. */
export class TakeNumber {
  constructor(
    private readonly numbers: PhoneNumberRepository,
    private readonly stock: StockRepository,
    private readonly reservations: ReservationRepository,
    private readonly endSubscription: EndSubscription,
    private readonly clock: Clock,
  ) {}

  /** Creates the tracker of the uses that the number's account has of it. Create it outside of the transaction, and lock it first in it. */
  trackUses({ fromAccountId, e164 }: NumberToTake): ReleasedNumberUses {
    const uses = this.endSubscription.trackUses();
    return fromAccountId === null ? uses : uses.include(fromAccountId, [e164]);
  }

  /**
   * Ends the subscription of the account that has the number, locked or not, as its closure would; its supplier keeps the number
   * for us. Joins the caller's transaction. Throws `number_already_owned`, `number_unavailable` for a number of the stock that
   * another account has reserved or that is being sold, and a validation error.
   */
  async take(wanted: NumberToTake, uses: ReleasedNumberUses): Promise<TakenNumber> {
    const owned = await this.lockOwned(wanted);
    const inStock = await this.stock.lock(wanted.e164);
    if (owned) {
      await this.endSubscription.end([owned], { actor: wanted.actor, reason: 'moved', isMoved: true }, uses);
      return {
        offer: offerOfNumber(owned),
        supplierNumberRef: owned.supplierNumberRef,
        isInStock: owned.supplier === STOCK,
      };
    }
    if (inStock === null) return { offer: offerOfPlan(wanted.e164), supplierNumberRef: null, isInStock: false };
    requireAvailable(inStock, wanted.accountId);
    await this.reservations.removeBought(wanted.accountId, [wanted.e164]);
    return { offer: offerOfStock(inStock), supplierNumberRef: null, isInStock: true };
  }

  /** Sells a taken number of the stock to its order. Returns what the order delivers. */
  async assign(
    { offer, supplierNumberRef, isInStock }: TakenNumber,
    { id: orderId, accountId }: NumberOrder,
  ): Promise<Purchase> {
    const e164 = offer.e164 ?? '';
    const isUsable = !offer.requiresActivation;
    if (isInStock) await this.stock.assign(e164, { accountId, orderId, isUsable }, this.clock.now());
    return { e164, supplierNumberRef, usable: isUsable };
  }

  /** Returns null when no account has the number. */
  private async lockOwned({ e164, accountId, fromAccountId }: NumberToTake): Promise<PhoneNumber | null> {
    if (fromAccountId === accountId)
      throw invalidFields({ from_account_id: 'is the account that receives the number' });
    const isLive = (await this.numbers.findLive([e164])).length > 0;
    if (fromAccountId === null) {
      if (isLive) throw NumberingErrors.number_already_owned();
      return null;
    }
    const [owned] = await this.numbers.lockMany(fromAccountId, [e164]);
    if (owned) return owned;
    if (isLive) throw NumberingErrors.number_already_owned();
    throw invalidFields({ from_account_id: 'does not have the number, nor has any other account' });
  }
}

function requireAvailable({ state, accountId, orderId }: StockView, receiver: string): void {
  if (orderId !== null) throw NumberingErrors.number_unavailable({ message: 'An order is buying the number.' });
  if (state === 'reserved' && accountId !== receiver) {
    throw NumberingErrors.number_unavailable({ message: 'Another account has reserved the number.' });
  }
}

const NO_COSTS: NumberCosts = { monthlyCostCents: 0, setupCostCents: 0 };
const NO_TERMS = { supplierRef: {}, restrictions: [] } as const;

function offerOfNumber({ supplier, e164, country, numberType, region, ...number }: PhoneNumber): TakenNumber['offer'] {
  const { areaCode, city, capabilities, requiresActivation, monthlyCostCents } = number;
  const place = { country, numberType, areaCode, city, region: region ?? countryName(country) };
  const terms = { capabilities, requiresActivation, placeholder: e164, monthlyCostCents, setupCostCents: 0 };
  return { ...NO_TERMS, ...place, supplier, e164, ...terms };
}

function offerOfStock({ e164, country, numberType, region, ...number }: StockView): TakenNumber['offer'] {
  const { areaCode, city, capabilities, requiresActivation, monthlyCents, setupCents } = number;
  const place = { country, numberType, areaCode, city, region: region ?? countryName(country) };
  const costs = { monthlyCostCents: monthlyCents, setupCostCents: setupCents };
  const terms = { capabilities, requiresActivation, placeholder: e164, ...costs };
  return { ...NO_TERMS, ...place, supplier: STOCK, e164, ...terms };
}

/** A number that is neither in stock nor in an account: its place is that of its range. */
function offerOfPlan(e164: string): TakenNumber['offer'] {
  const read = canonicalNumber(e164);
  if (read?.e164 !== e164) throw CommonErrors.not_found();
  const numberType = numberTypeOf(e164);
  const country = numberType === 'inum' ? NO_COUNTRY : read.country;
  if (country === null) throw invalidFields({ e164: 'belongs to no country' });
  const place = { country, numberType, areaCode: null, city: null, region: countryName(country) };
  const terms = { capabilities: ['voice'], requiresActivation: false, placeholder: e164, ...NO_COSTS } as const;
  return { ...NO_TERMS, ...place, supplier: GIVEN, e164, ...terms };
}
