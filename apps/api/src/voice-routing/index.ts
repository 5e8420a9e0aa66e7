import { CallsController } from './calls.controller';
import { FraudAlertsController } from './outbound/fraud-alerts.controller';
import { OutboundController } from './outbound/outbound.controller';
import { RejectedCallsController } from './outbound/rejected-calls.controller';
import { RoutingProfilesController } from './profiles/routing-profiles.controller';
import { RoutingTargetsController } from './profiles/routing-targets.controller';
import { SipGatewaysController } from './trunks/sip-gateways.controller';
import { TrunkStatusController } from './trunks/trunk-status.controller';
import { SipTrunksController } from './trunks/sip-trunks.controller';
import { WebrtcUsersController } from './webrtc-users.controller';

export const voiceRoutingControllers = [
  // Before the paths with an ID: /v1/sip-trunks/status.
  TrunkStatusController,
  SipTrunksController,
  SipGatewaysController,
  RoutingProfilesController,
  RoutingTargetsController,
  WebrtcUsersController,
  CallsController,
  RejectedCallsController,
  OutboundController,
  FraudAlertsController,
];
