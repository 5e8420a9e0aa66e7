export { type AccessEntry, AccessLog } from './application/ports';
export { Bundles, type BundleView } from './application/bundles/bundles';
export { BundleRepository } from './application/bundles/ports';
export { ValidateBundle } from './application/bundles/validate-bundle';
export { AnnounceExpiringDocuments } from './application/documents/announce-expiring-documents';
export { AddDocument } from './application/documents/add-document';
export { CheckUploads } from './application/documents/add-document';
export { type DocumentContent, Documents } from './application/documents/documents';
export { type ReceivedFile, UploadSpool } from './application/documents/ports';
export { SweepLooseFiles } from './application/documents/sweep-loose-files';
export { EndUsers } from './application/end-users/end-users';
export { EraseEndUser } from './application/end-users/erase-end-user';
export { ExportEndUser } from './application/end-users/export-end-user';
export type { EndUserView } from './application/end-users/ports';
export { DeleteErasedData } from './application/delete-erased-data';
export { PersonalData } from './application/personal-data';
export { AutomaticReview } from './application/review/ports';
export { ReviewBundles } from './application/review/review-bundles';
export { type ReviewFile, ReviewFiles } from './application/review/review-files';
export { ACCESS_ACTIONS, READER_KINDS, readerOf } from './domain/access';
export { type ComplianceDocument, CONTENT_TYPES, DOCUMENT_BYTES_MAX } from './domain/document';
export { ComplianceErrors } from './domain/errors';
export { BUNDLE_DOCUMENTS_MAX, BUNDLE_STATUSES, type BundleStatus, type ComplianceBundle } from './domain/bundle';
export { RESULT_CODES, type ValidationResult } from './domain/validation';
export {
  END_USER_DEFAULTS,
  type EndUserChange,
  ID_DOC_TYPES,
  type IdDocType,
  type PersonalDetails,
} from './domain/end-user';
