import { Clock, Transactor } from '@trunkline/kernel';
import { AddressGuard, bind, CryptoBox, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { AccountStanding } from '../application/calls/account-standing';
import { CallPrices, RandomSource, RoutingSnapshots } from '../application/calls/ports';
import { ReadCall } from '../application/calls/read-call';
import { RoutePlanner } from '../application/calls/route-planner';
import { TrunkLegs } from '../application/trunks/trunk-legs';
import { WebrtcLegs } from '../application/webrtc/webrtc-legs';
import { FollowCalls } from '../application/live-calls/follow-calls';
import { CallFunds } from '../application/live-calls/ports';
import { ContinueCall } from '../application/resumes/continue-call';
import { CallWebhooks, ResumableCalls, WebhookSecrets } from '../application/resumes/ports';
import { RestPlanner } from '../application/resumes/rest-planner';
import { ResumeCall } from '../application/resumes/resume-call';
import { WebhookQuestions } from '../application/resumes/webhook-questions';
import { WebhookSigning } from '../application/resumes/webhook-signing';
import { HttpCallWebhooks } from '../infrastructure/resumes/http-call-webhooks';
import { StoredResumableCalls } from '../infrastructure/resumes/resumable-calls';
import { StoredWebhookSecrets } from '../infrastructure/resumes/webhook-secrets';

/** Calls whose plan contains a webhook. */
export const resumesWiring: Wiring = {
  providers: [
    implement(ResumableCalls, StoredResumableCalls, [Database, CryptoBox]),
    implement(WebhookSecrets, StoredWebhookSecrets, [Database, CryptoBox]),
    implement(CallWebhooks, HttpCallWebhooks, [AddressGuard, WebhookSecrets, Clock, Settings]),
    bind(WebhookQuestions, [CallWebhooks, Clock]),
    bind(RestPlanner, [RoutePlanner, TrunkLegs, WebrtcLegs, RoutingSnapshots, RandomSource]),
    bind(ContinueCall, [Transactor, ResumableCalls, CallFunds, CallPrices, FollowCalls, Clock]),
  ],
  exported: [
    bind(ResumeCall, [
      Transactor,
      ResumableCalls,
      ReadCall,
      RoutingSnapshots,
      AccountStanding,
      WebhookQuestions,
      RestPlanner,
      ContinueCall,
    ]),
    bind(WebhookSigning, [Transactor, WebhookSecrets, Clock]),
  ],
};
