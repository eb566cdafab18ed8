// `urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 3.4; contract 43).

import { exchangeDeviceCode } from '../../../core/grants/tokens/exchange-device-code.ts';
import { presentDeviceCode } from '../../../core/grants/tokens/presented.ts';
import { DEVICE_GRANT } from '../../../protocol/grant-types.ts';
import { parameterMissing } from '../../wire/request-parts.ts';
import type { GrantType } from './grant-type.ts';

export const deviceCode: GrantType = {
  name: DEVICE_GRANT,
  parameters: ['device_code'],
  begin(deps, body) {
    const value = body.get('device_code');
    const code = value === undefined ? undefined : presentDeviceCode(deps, value);
    return {
      exchange: async (client, proof) => {
        if (!code) throw parameterMissing('device_code');
        return exchangeDeviceCode(deps, { client, code, proof });
      },
    };
  },
};
