import { AccountsController } from './accounts.controller';
import { ApiKeysController } from './api-keys.controller';
import { AuthController } from './auth.controller';

export const identityControllers = [AuthController, AccountsController, ApiKeysController];
