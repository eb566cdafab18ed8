// GET and POST /console/applications/:id: the API keys, what a client needs to know about this server, and the switch
// of login activation.
import { renderOverview } from '../../views/console/overview.tsx';
import type { Language } from '../../views/page/page.ts';
import type { Section } from './frame/console-section.ts';
import { editInConsole, withMembers } from './frame/edit-in-console.ts';
import { explained } from './watch/failed-requests.ts';
import { sumsOfLastDays } from './watch/statistics.ts';

const WEEK = 7;

export const overviewSection: Section<'overview'> = {
  name: 'overview',
  audit: 'harmless: shows the application',
  actions: {
    login: {
      need: 'change',
      confirm: 'by-change',
      act: (work) => {
        const loginActivation = work.form.get('login_activation');
        return editInConsole(work, {
          change: (current) => withMembers(current, { loginActivation }, ['login_activation']),
          notice: loginActivation === 'ON' ? 'login-on' : 'login-off',
        });
      },
    },
  },
  render: async (context, page, { deps, place }) => {
    const { totals, refusals } = await sumsOfLastDays(deps, place, WEEK);
    const week = { ...totals, refusal: refusals[0] && titleOf(refusals[0].code, context.language) };
    return renderOverview(context, page, { authUrl: deps.authUrl, apiUrl: deps.apiUrl, week });
  },
};

const titleOf = (code: string, language: Language): string => explained(code, language)?.title ?? code;
