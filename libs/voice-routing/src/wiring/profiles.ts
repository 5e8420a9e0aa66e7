import { Clock, Transactor } from '@trunkline/kernel';
import { AddressGuard, bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { ArchiveRoutes } from '../application/archive-routes';
import { CallPrices, RoutingSnapshots } from '../application/calls/ports';
import { RoutePlanner } from '../application/calls/route-planner';
import { AccountStanding } from '../application/calls/account-standing';
import { EndNumberUses, NumberUses } from '../application/number-uses';
import { NumberDirectory, NumberRouting } from '../application/ports';
import {
  ProfileQueries,
  RouteTargets,
  RoutingProfileRepository,
  RoutingTargetRepository,
  WebhookUrls,
} from '../application/profiles/ports';
import { EnabledTargets } from '../application/profiles/enabled-targets';
import { RoutingProfiles } from '../application/profiles/routing-profiles';
import { RoutingTargets } from '../application/profiles/routing-targets';
import { SimulateProfile } from '../application/profiles/simulate-profile';
import { TargetChecks } from '../application/profiles/target-checks';
import { StoredRouteTargets } from '../infrastructure/routes';
import { SipTrunks } from '../application/trunks/sip-trunks';
import { SipTrunkRepository, TrunkQueries } from '../application/trunks/ports';
import { WebrtcUserRepository } from '../application/webrtc/ports';
import { WebrtcUsers } from '../application/webrtc/webrtc-users';
import { GuardedWebhookUrls } from '../infrastructure/profiles/guarded-webhook-urls';
import { ProfileReads } from '../infrastructure/profiles/profile-queries';
import { StoredRoutingProfiles, StoredRoutingTargets } from '../infrastructure/profiles/routing-profile.repository';
import { StoredNumberUses } from '../infrastructure/number-uses';

export const profilesWiring: Wiring = {
  providers: [
    bind(TargetChecks, [RouteTargets, WebhookUrls, NumberDirectory]),
    bind(EnabledTargets, [RoutingProfileRepository, RoutingTargetRepository, Clock]),
    implement(RoutingProfileRepository, StoredRoutingProfiles, [Database]),
    implement(RoutingTargetRepository, StoredRoutingTargets, [Database]),
    implement(ProfileQueries, ProfileReads, [Database]),
    implement(WebhookUrls, GuardedWebhookUrls, [AddressGuard, Settings]),
  ],
  exported: [
    bind(RoutingProfiles, [
      Transactor,
      RoutingProfileRepository,
      RoutingTargetRepository,
      ProfileQueries,
      TargetChecks,
      NumberDirectory,
      NumberRouting,
      Clock,
    ]),
    bind(RoutingTargets, [
      Transactor,
      RoutingProfileRepository,
      RoutingTargetRepository,
      TargetChecks,
      RoutingProfiles,
      Clock,
    ]),
    bind(SimulateProfile, [RoutingSnapshots, RoutePlanner, NumberDirectory, CallPrices, AccountStanding, Clock]),
    bind(ArchiveRoutes, [SipTrunks, TrunkQueries, RoutingProfiles, WebrtcUsers, WebrtcUserRepository]),
    implement(NumberUses, StoredNumberUses, [Database]),
    bind(EndNumberUses, [SipTrunkRepository, EnabledTargets, WebrtcUserRepository, Clock]),
    implement(RouteTargets, StoredRouteTargets, [Database]),
  ],
};
