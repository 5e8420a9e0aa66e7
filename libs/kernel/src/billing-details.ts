/** The buyer as invoices name it, and the address to which they are mailed; each member may be missing. */
export interface BillingDetails {
  readonly legalName: string | null;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly region: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly taxId: string | null;
  readonly purchaseOrder: string | null;
  readonly invoiceEmail: string | null;
}

export const NO_BILLING_DETAILS: BillingDetails = {
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  postalCode: null,
  region: null,
  country: null,
  taxId: null,
  purchaseOrder: null,
  invoiceEmail: null,
};
