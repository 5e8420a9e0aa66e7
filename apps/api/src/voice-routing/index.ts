import { RoutingProfilesController } from './routing-profiles.controller';
import { RoutingTargetsController } from './routing-targets.controller';
import { SipGatewaysController } from './sip-gateways.controller';
import { SipTrunksController } from './sip-trunks.controller';

export const voiceRoutingControllers = [
  SipTrunksController,
  SipGatewaysController,
  RoutingProfilesController,
  RoutingTargetsController,
];
