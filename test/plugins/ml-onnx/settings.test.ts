import { expect } from 'chai';
import { readSettings } from '../../../plugins/ml-onnx/settings.ts';

describe('the settings of the built-in models', () => {
  const read = (options: Record<string, string>) => readSettings(options);

  it('enable all built-in packs, and no scenery, by default', () => {
    expect(read({})).to.deep.include({ builtIn: ['faces', 'things'], scenery: false });
    expect(read({ ML_BUILT_IN: '' }).builtIn).to.deep.equal(['faces', 'things']);
  });

  it('enable the named packs, or none', () => {
    expect(read({ ML_BUILT_IN: 'faces' }).builtIn).to.deep.equal(['faces']);
    expect(read({ ML_BUILT_IN: ' things , faces ' }).builtIn).to.deep.equal(['things', 'faces']);
    expect(read({ ML_BUILT_IN: 'none' }).builtIn).to.deep.equal([]);
  });

  it('enable scenery', () => {
    expect(read({ ML_SCENERY: '1' }).scenery).to.equal(true);
    expect(read({ ML_SCENERY: '0' }).scenery).to.equal(false);
  });

  it('accept the idle time in seconds, or with a unit', () => {
    expect(['300', '90s', '5m'].map((text) => read({ ML_IDLE_STOP: text }).idleStop)).to.deep.equal([300, 90, 300]);
    expect(() => read({ ML_IDLE_STOP: '2d' })).to.throw('ML_IDLE_STOP must be 1 second to 24 hours');
  });

  it('are rejected with a message if they are wrong', () => {
    expect(() => read({ ML_BUILT_IN: 'faces,cats' })).to.throw(
      'ML_BUILT_IN must be none, or some of faces,things: there is no built-in pack cats',
    );
    expect(() => read({ ML_BUILT_IN: 'none,faces' })).to.throw(/there is no built-in pack none/);
    expect(() => read({ ML_SCENERY: 'yes' })).to.throw('ML_SCENERY must be 1 or 0');
  });
});
