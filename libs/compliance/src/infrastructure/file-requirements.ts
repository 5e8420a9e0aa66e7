import {
  type AddressScope,
  type DocType,
  type DocumentPurpose,
  type EndUserKind,
  NUMBER_TYPES,
  type NumberType,
  type RestrictionType,
} from '@trunkline/kernel';
import { type RequirementsDirectory } from '../application/ports';
import {
  forEndUserKind,
  type NumberRequirements,
  type RequiredDocument,
  type RequiredField,
  type RequiredFieldName,
  unknownRequirements,
} from '../domain/requirements';
import { COUNTRY_FILES } from './country-files';

/** A country as its file states it. The schema beside the files is checked by a test, not at start. */
interface CountryFile {
  readonly country: string;
  readonly number_types: Partial<Record<NumberType, TypeEntry>>;
}

interface TypeEntry {
  readonly end_user_kinds: readonly EndUserKind[];
  readonly required_fields: readonly {
    readonly field: RequiredFieldName;
    readonly reason: string;
    readonly end_user_kinds?: readonly EndUserKind[];
  }[];
  readonly address: AddressScope;
  readonly documents: readonly {
    readonly purpose: DocumentPurpose;
    readonly accepted_doc_types: readonly DocType[];
    readonly quantity: number;
    readonly max_age_days: number | null;
    readonly description?: string;
    readonly end_user_kinds?: readonly EndUserKind[];
  }[];
  readonly restrictions: readonly {
    readonly type: RestrictionType;
    readonly message: string;
    readonly compliance_code: string | null;
  }[];
  readonly typical_review_hours: number;
}

/** Serves the requirements from the files in `requirements/countries`. */
export class FileRequirements implements RequirementsDirectory {
  private readonly byCountry = new Map(
    (COUNTRY_FILES as unknown as readonly CountryFile[]).map((file) => [file.country, requirementsOf(file)]),
  );

  find(country: string, numberType: NumberType, endUserKind: EndUserKind | null = null): NumberRequirements {
    const found = this.known(country, numberType) ?? unknownRequirements(country, numberType);
    return endUserKind === null ? found : forEndUserKind(found, endUserKind);
  }

  isKnown(country: string, numberType: NumberType): boolean {
    return this.known(country, numberType) !== undefined;
  }

  list(country: string): readonly NumberRequirements[] {
    return this.byCountry.get(country) ?? [];
  }

  private known(country: string, numberType: NumberType): NumberRequirements | undefined {
    return this.list(country).find((each) => each.numberType === numberType);
  }
}

function requirementsOf({ country, number_types: types }: CountryFile): NumberRequirements[] {
  return NUMBER_TYPES.flatMap((numberType) => {
    const entry = types[numberType];
    return entry ? [toRequirements(country, numberType, entry)] : [];
  });
}

function toRequirements(country: string, numberType: NumberType, entry: TypeEntry): NumberRequirements {
  const endUserKinds = entry.end_user_kinds;
  const requiredFields = entry.required_fields.map(
    ({ field, reason, end_user_kinds }): RequiredField => ({
      field,
      reason,
      endUserKinds: end_user_kinds ?? endUserKinds,
    }),
  );
  const documents = entry.documents.map(
    (document): RequiredDocument => ({
      purpose: document.purpose,
      acceptedDocTypes: document.accepted_doc_types,
      quantity: document.quantity,
      maxAgeDays: document.max_age_days,
      description: document.description ?? null,
      endUserKinds: document.end_user_kinds ?? endUserKinds,
    }),
  );
  return {
    country,
    numberType,
    requiresActivation: entry.address !== 'none' || requiredFields.length > 0 || documents.length > 0,
    endUserKinds,
    requiredFields,
    address: entry.address,
    documents,
    restrictions: entry.restrictions.map(({ type, message, compliance_code: complianceCode }) => {
      return { type, message, complianceCode };
    }),
    typicalReviewHours: entry.typical_review_hours,
  };
}
