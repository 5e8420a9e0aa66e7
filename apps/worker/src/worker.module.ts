import { type DynamicModule, Module } from '@nestjs/common';
import { ContextMapModule, persistence } from '@trunkline/composition';
import { bind, Log, Mailer, MailOutbox, Metrics, PlatformModule, SendMail, type Settings } from '@trunkline/platform';

@Module({})
export class WorkerModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(settings, 'worker', persistence), ContextMapModule],
      providers: [bind(SendMail, [MailOutbox, Mailer, Metrics, Log])],
    };
  }
}
