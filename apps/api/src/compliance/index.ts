import { AccessLogController } from './access-log/access-log.controller';
import { EndUsersController } from './end-users/end-users.controller';

export const complianceControllers = [EndUsersController, AccessLogController];
