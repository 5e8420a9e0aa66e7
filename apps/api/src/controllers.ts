import { billingControllers } from './billing-ledger';
import { cdrControllers } from './cdr';
import { complianceControllers } from './compliance';
import { exportsControllers } from './exports';
import { HealthController } from './health/health.controller';
import { identityControllers } from './identity';
import { messagingControllers } from './messaging';
import { numberingControllers } from './numbering';
import { PaymentCallbacksController } from './webhooks-in/payment-callbacks.controller';
import { MessagingCallbacksController } from './webhooks-in/messaging-callbacks.controller';
import { SupplierCallbacksController } from './webhooks-in/supplier-callbacks.controller';
import { operatorControllers } from './operator';
import { ConsentController } from './oauth/consent.controller';
import { OAuthController } from './oauth/oauth.controller';
import { voiceRoutingControllers } from './voice-routing';
import { webhooksControllers } from './webhooks';
import { JwksController } from './well-known/jwks.controller';
import { MetadataController } from './well-known/metadata.controller';

/** The controllers of the public and the operator API. The router tries them in this order, so busy ones come first. */
export const controllers = [
  OAuthController,
  ...numberingControllers,
  ...exportsControllers,
  ...cdrControllers,
  ...billingControllers,
  ...voiceRoutingControllers,
  ...messagingControllers,
  ...identityControllers,
  ConsentController,
  ...webhooksControllers,
  ...complianceControllers,
  PaymentCallbacksController,
  SupplierCallbacksController,
  MessagingCallbacksController,
  HealthController,
  JwksController,
  MetadataController,
  ...operatorControllers,
];
