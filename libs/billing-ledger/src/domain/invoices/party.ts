/** A seller or buyer, as an invoice names it. */
export interface InvoiceParty {
  readonly legalName: string;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly region: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly taxId: string | null;
}

export interface InvoiceSeller extends InvoiceParty {
  readonly email: string | null;
}

export interface InvoiceBuyer extends InvoiceParty {
  /** The buyer's own reference, such as the number of an order. */
  readonly purchaseOrder: string | null;
}

/** The billing details of an account; each may be missing. */
export type BillingDetails = {
  readonly [M in keyof InvoiceBuyer]: string | null;
} & { readonly invoiceEmail: string | null };

/** An account as an invoice needs it. */
export interface InvoiceRecipient {
  readonly name: string;
  readonly country: string;
  readonly billingDetails: BillingDetails | null;
}

const NO_DETAILS: Omit<BillingDetails, 'invoiceEmail'> = {
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  postalCode: null,
  region: null,
  country: null,
  taxId: null,
  purchaseOrder: null,
};

/** Returns the buyer by the billing details, with the account's name and country where those are missing. */
export function buyerOf({ name, country, billingDetails }: InvoiceRecipient): InvoiceBuyer {
  const { legalName, addressLine1, addressLine2, city, postalCode, region, taxId, purchaseOrder, ...said } =
    billingDetails ?? NO_DETAILS;
  const kept = { addressLine1, addressLine2, city, postalCode, region, taxId, purchaseOrder };
  return { ...kept, legalName: legalName ?? name, country: said.country ?? country };
}
