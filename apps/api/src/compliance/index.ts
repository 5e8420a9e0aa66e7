import { AccessLogController } from './access-log/access-log.controller';
import { BundleReviewController } from './bundles/bundle-review.controller';
import { BundlesController } from './bundles/bundles.controller';
import { DocumentUploadsController } from './documents/document-uploads.controller';
import { DocumentsController } from './documents/documents.controller';
import { EndUsersController } from './end-users/end-users.controller';

export const complianceControllers = [
  EndUsersController,
  DocumentUploadsController,
  DocumentsController,
  BundlesController,
  BundleReviewController,
  AccessLogController,
];
