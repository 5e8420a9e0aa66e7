import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { LoginEventRecorder } from '../application/sessions/login-event-recorder';
import { CaptchaVerifier, FraudScreening, Geolocation } from '../application/screening/ports';
import { Screening } from '../application/screening/screening';
import { CountSignUps1795000104001 } from '../infrastructure/migrations/count-sign-ups';
import { FindVerifiedSignUps1795000114000 } from '../infrastructure/migrations/find-verified-sign-ups';
import { BuiltInFraudScreening, OpenCaptcha } from '../infrastructure/screening/built-in-fraud-screening';
import { MaxmindGeolocation } from '../infrastructure/screening/maxmind-geolocation';
import { SiteverifyCaptcha } from '../infrastructure/screening/siteverify-captcha';
import { RecentSignUps } from '../infrastructure/screening/recent-sign-ups';

/** Fraud screening and geolocation. */
export const screeningWiring: Wiring = {
  providers: [
    {
      provide: CaptchaVerifier,
      inject: [Settings, Log],
      useFactory: ({ captcha }: Settings, log: Log): CaptchaVerifier =>
        captcha ? new SiteverifyCaptcha(captcha, log) : new OpenCaptcha(),
    },
    bind(Screening, [FraudScreening, CaptchaVerifier, LoginEventRecorder]),
    implement(Geolocation, MaxmindGeolocation, [Settings]),
    bind(RecentSignUps, [Database, Clock]),
    implement(FraudScreening, BuiltInFraudScreening, [Settings, Geolocation, RecentSignUps]),
  ],
  exported: [],
  migrations: [CountSignUps1795000104001, FindVerifiedSignUps1795000114000],
};
