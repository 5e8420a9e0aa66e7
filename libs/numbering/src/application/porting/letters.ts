import { CommonErrors } from '@trunkline/kernel';
import type { PortQueries } from './ports';

/** The languages of letters of authorization. */
export const LETTER_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const;
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number];

/** The countries whose carriers read these languages. Elsewhere, the letter is in English. */
const COUNTRIES: Readonly<Record<Exclude<LetterLanguage, 'en'>, string>> = {
  de: 'DE AT CH LI',
  es: 'ES AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE',
  fr: 'FR BF BJ CI GA GF GP LU MC MQ RE SN TG',
  it: 'IT SM VA',
  nl: 'NL BE SR',
  pl: 'PL',
  pt: 'PT AO BR CV MZ',
};

/** Returns the language of letters to carriers of a country. */
export function languageOf(country: string): LetterLanguage {
  const found = Object.entries(COUNTRIES).find(([, countries]) => countries.split(' ').includes(country));
  return (found?.[0] as LetterLanguage | undefined) ?? 'en';
}

/** The customer of the losing carrier. */
export interface Subscriber {
  readonly name: string;
  /** Without the country. */
  readonly addressLines: readonly string[];
  /** ISO 3166-1 alpha-2; null if it is not known. */
  readonly country: string | null;
}

/** What a letter of authorization says. A member that is null is left blank for the signer. */
export interface Letter {
  /** ID of the porting request. */
  readonly id: string;
  readonly language: LetterLanguage;
  readonly country: string;
  readonly subscriber: Subscriber;
  readonly losingCarrier: string | null;
  readonly accountNumber: string | null;
  readonly authorizedPerson: string | null;
  readonly billingPhoneE164: string | null;
  readonly requestedFocAt: Date | null;
  readonly e164s: readonly string[];
  /** When the request last changed. */
  readonly updatedAt: Date;
}

/** Prints PDF files. The same letter prints the same bytes. */
export abstract class LetterPrinter {
  abstract print(letter: Letter): Promise<Buffer>;
}

/** The user, credential or operator that reads the name and address of a subscriber. */
export interface LetterReader {
  readonly kind: 'user' | 'api_key' | 'oauth_app' | 'operator' | 'supplier';
  readonly id: string;
}

/** The subscribers of ports, from compliance and identity. */
export abstract class PortSubscribers {
  /** Returns the end user, whose reading is in the access log of the account; without one, the account with its billing details. */
  abstract get(accountId: string, endUserId: string | null, reader: LetterReader): Promise<Subscriber>;
}

export interface LetterRequest {
  /** Null for the language of the country. */
  readonly language: LetterLanguage | null;
  readonly reader: LetterReader;
  /** Whether the reader may read end users. */
  readonly mayReadEndUsers: boolean;
}

/** Letters of authorization, which the customer signs and uploads. See docs/porting.md#letter-of-authorization. */
export class LettersOfAuthorization {
  constructor(
    private readonly ports: PortQueries,
    private readonly subscribers: PortSubscribers,
    private readonly printer: LetterPrinter,
  ) {}

  /** Returns a PDF. Throws `not_found`, and `forbidden` for a port with an end user that the reader may not read. */
  async print(accountId: string, id: string, request: LetterRequest): Promise<Buffer> {
    const { details, numbers, ...port } = await this.ports.get(accountId, id);
    if (port.endUserId !== null && !request.mayReadEndUsers) {
      throw CommonErrors.forbidden({ message: 'The letter contains the end user, which needs `compliance:read`.' });
    }
    return this.printer.print({
      id,
      language: request.language ?? languageOf(port.country),
      country: port.country,
      subscriber: await this.subscribers.get(accountId, port.endUserId, request.reader),
      losingCarrier: port.losingCarrier,
      accountNumber: details.accountNumber,
      authorizedPerson: details.authorizedPerson,
      billingPhoneE164: details.billingPhoneE164,
      requestedFocAt: port.requestedFocAt,
      e164s: numbers.map(({ e164 }) => e164),
      updatedAt: port.updatedAt,
    });
  }
}
