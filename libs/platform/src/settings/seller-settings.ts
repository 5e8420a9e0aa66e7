import { IsEmail, IsOptional, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { DocumentSettings } from './document-settings';

/** Texts are at most as long as those of the buyer. */
const NAME_MAX = 200;
const PLACE_MAX = 100;
const CODE_MAX = 40;

/** A setting that an address needs. */
function OfSeller(): PropertyDecorator {
  return ValidateIf(
    (settings: SellerSettings, value) => settings.SELLER_LEGAL_NAME !== undefined || value !== undefined,
  );
}

const required = (name: string, max: number) => ({
  message: `${name} is required with SELLER_LEGAL_NAME, with at most ${String(max)} characters`,
});

/** Who sells, as invoices and receipts name it. See docs/billing.md#invoices. */
export class SellerSettings extends DocumentSettings {
  /** Name and address of the seller in one line, for a deployment without `SELLER_LEGAL_NAME`. */
  @IsString()
  @MaxLength(NAME_MAX)
  INVOICE_SELLER: string = 'Trunkline';

  @IsOptional()
  @MaxLength(NAME_MAX)
  SELLER_LEGAL_NAME?: string;

  @OfSeller()
  @MaxLength(NAME_MAX, required('SELLER_ADDRESS_LINE1', NAME_MAX))
  SELLER_ADDRESS_LINE1?: string;

  @IsOptional()
  @MaxLength(NAME_MAX)
  SELLER_ADDRESS_LINE2?: string;

  @OfSeller()
  @MaxLength(PLACE_MAX, required('SELLER_CITY', PLACE_MAX))
  SELLER_CITY?: string;

  @IsOptional()
  @MaxLength(CODE_MAX)
  SELLER_POSTAL_CODE?: string;

  @IsOptional()
  @MaxLength(PLACE_MAX)
  SELLER_REGION?: string;

  @OfSeller()
  @Matches(/^[A-Z]{2}$/, {
    message: 'SELLER_COUNTRY is required with SELLER_LEGAL_NAME: an ISO 3166-1 alpha-2 code in upper case',
  })
  SELLER_COUNTRY?: string;

  @IsOptional()
  @MaxLength(CODE_MAX)
  SELLER_TAX_ID?: string;

  @IsOptional()
  @IsEmail({}, { message: 'SELLER_EMAIL must be an email address' })
  SELLER_EMAIL?: string;

  get seller() {
    return {
      legalName: this.SELLER_LEGAL_NAME ?? this.INVOICE_SELLER,
      addressLine1: orNull(this.SELLER_ADDRESS_LINE1),
      addressLine2: orNull(this.SELLER_ADDRESS_LINE2),
      city: orNull(this.SELLER_CITY),
      postalCode: orNull(this.SELLER_POSTAL_CODE),
      region: orNull(this.SELLER_REGION),
      country: orNull(this.SELLER_COUNTRY),
      taxId: orNull(this.SELLER_TAX_ID),
      email: orNull(this.SELLER_EMAIL),
    };
  }
}

const orNull = (text: string | undefined): string | null => text ?? null;

export const SELLER_SETTING_NAMES = [
  'INVOICE_SELLER',
  'SELLER_LEGAL_NAME',
  'SELLER_ADDRESS_LINE1',
  'SELLER_ADDRESS_LINE2',
  'SELLER_CITY',
  'SELLER_POSTAL_CODE',
  'SELLER_REGION',
  'SELLER_COUNTRY',
  'SELLER_TAX_ID',
  'SELLER_EMAIL',
] as const satisfies readonly (keyof SellerSettings)[];
