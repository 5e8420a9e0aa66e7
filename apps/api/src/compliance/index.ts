import { AccessLogController } from './access-log.controller';
import { BundleSubmissionController } from './bundles/bundle-submission.controller';
import { BundlesController } from './bundles/bundles.controller';
import { DocumentUploadsController } from './documents/document-uploads.controller';
import { DocumentsController } from './documents/documents.controller';
import { EndUsersController } from './end-users.controller';

export const complianceControllers = [
  EndUsersController,
  DocumentUploadsController,
  DocumentsController,
  BundlesController,
  BundleSubmissionController,
  AccessLogController,
];
