import { type BillingDetails, NO_BILLING_DETAILS } from '@trunkline/kernel';

/** A seller or buyer, as an invoice names it. */
export interface InvoiceParty extends Omit<BillingDetails, 'legalName' | 'purchaseOrder' | 'invoiceEmail'> {
  readonly legalName: string;
}

export interface InvoiceSeller extends InvoiceParty {
  readonly email: string | null;
}

export interface InvoiceBuyer extends InvoiceParty {
  /** The buyer's own reference, such as the number of an order. */
  readonly purchaseOrder: string | null;
}

/** An account as an invoice needs it. */
export interface InvoiceRecipient {
  readonly name: string;
  readonly country: string;
  readonly billingDetails: BillingDetails | null;
}

/** Returns the buyer by the billing details, with the account's name and country where those are missing. */
export function buyerOf({ name, country, billingDetails }: InvoiceRecipient): InvoiceBuyer {
  const { legalName, addressLine1, addressLine2, city, postalCode, region, taxId, purchaseOrder, ...said } =
    billingDetails ?? NO_BILLING_DETAILS;
  const kept = { addressLine1, addressLine2, city, postalCode, region, taxId, purchaseOrder };
  return { ...kept, legalName: legalName ?? name, country: said.country ?? country };
}
