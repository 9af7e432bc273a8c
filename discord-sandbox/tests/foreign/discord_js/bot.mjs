// A small bot on discord.js that visits the stand-in.
//
// Only the address differs from a bot that talks to Discord. It comes in the environment: SANDBOX_REST (such as
// https://127.0.0.1:5000) and SANDBOX_TOKEN; NODE_EXTRA_CA_CERTS names the certificate authority.
import { Buffer } from "node:buffer";
import process from "node:process";
import {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelSelectMenuBuilder, ChannelType, Client,
  DiscordAPIError, Events, GatewayIntentBits, LabelBuilder, MentionableSelectMenuBuilder, MessageFlags, ModalBuilder,
  PermissionFlagsBits, RoleSelectMenuBuilder, SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder,
  TextInputStyle, UserSelectMenuBuilder,
} from "discord.js";

// The smallest file that passes for a PNG by its head: 3 by 2 pixels.
const PICTURE = Buffer.from("89504e470d0a1a0a0000000d4948445200000003000000020806000000", "hex");
const FRUITS = ["apple", "apricot", "pear"];
const PACES = ["relaxed", "slow"];

const picture = (name, description) => new AttachmentBuilder(PICTURE, { name, description });
const row = (...parts) => new ActionRowBuilder().addComponents(...parts);
const ephemeral = (content) => ({ content, flags: MessageFlags.Ephemeral });

const play = new SlashCommandBuilder()
  .setName("play").setNameLocalization("zh-TW", "遊戲").setDescription("Plays.")
  .addSubcommand((sub) => sub
    .setName("start").setNameLocalization("zh-TW", "開始").setDescription("Opens a table.")
    .addIntegerOption((option) => option.setName("pace").setDescription("how fast").addChoices(
      { name: "relaxed", value: 0, name_localizations: { "zh-TW": "悠閒" } },
      { name: "slow", value: 1 },
    ))
    .addIntegerOption((option) => option
      .setName("seats").setDescription("how many").setMinValue(1).setMaxValue(4))
    .addUserOption((option) => option.setName("rival").setDescription("against whom")))
  .addSubcommand((sub) => sub.setName("secret").setDescription("Answers privately."))
  .addSubcommand((sub) => sub.setName("slow").setDescription("Asks for time, then answers and adds something."))
  .addSubcommand((sub) => sub.setName("direct").setDescription("Sends a direct message."))
  .addSubcommand((sub) => sub.setName("thread").setDescription("Opens a thread."))
  .addSubcommand((sub) => sub.setName("name").setDescription("Asks for a name."))
  .addSubcommand((sub) => sub.setName("find").setDescription("Finds something.").addStringOption((option) => option
    .setName("what").setDescription("what").setAutocomplete(true).setRequired(true)))
  .addSubcommand((sub) => sub.setName("pick").setDescription("Lets you pick."))
  .addSubcommand((sub) => sub.setName("keep").setDescription("Keeps a file.").addAttachmentOption((option) => option
    .setName("file").setDescription("what to keep").setRequired(true)))
  .addSubcommand((sub) => sub.setName("survey").setDescription("Asks several things."));

const admin = new SlashCommandBuilder()
  .setName("admin").setDescription("For those who manage the server.")
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild);

const button = (id, label, style = ButtonStyle.Secondary) =>
  new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(style);

const controls = () => [
  row(
    button("join", "Join", ButtonStyle.Primary),
    button("redraw", "Redraw"),
    button("note", "Note"),
    button("idle", "Idle"),
    button("closed", "Closed").setDisabled(true),
  ),
  row(new StringSelectMenuBuilder().setCustomId("side").addOptions(
    ["north", "south"].map((side) => ({ label: side, value: side })),
  )),
];

const commands = {
  async start(interaction) {
    const pace = interaction.options.getInteger("pace");
    const seats = interaction.options.getInteger("seats");
    const rival = interaction.options.getUser("rival");
    await interaction.reply({
      content: `table ${pace === null ? "-" : PACES[pace]} ${seats ?? "-"} ${rival ?? "-"}`,
      files: [picture("board.png", "an empty board")],
      components: controls(),
    });
  },
  async secret(interaction) {
    await interaction.reply(ephemeral("for you alone"));
  },
  async slow(interaction) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply("done");
    const more = await interaction.followUp(ephemeral("and more"));
    await interaction.editReply({ message: more, content: "and more, edited" });
  },
  async direct(interaction) {
    let answer = "sent";
    try {
      await interaction.user.send({ content: "your hand", files: [picture("hand.png", "your hand")] });
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) {
        throw error;
      }
      answer = `${error.status} ${error.code}`;
    }
    await interaction.reply(answer);
  },
  async thread(interaction) {
    const thread = await interaction.channel.threads.create({ name: "table", type: ChannelType.PublicThread });
    await thread.send("welcome");
    await interaction.reply(`${thread}`);
  },
  async name(interaction) {
    const input = new TextInputBuilder()
      .setCustomId("name").setLabel("Name").setStyle(TextInputStyle.Short).setMaxLength(10);
    const modal = new ModalBuilder().setCustomId("naming").setTitle("Your name").addComponents(row(input));
    await interaction.showModal(modal);
  },
  async find(interaction) {
    await interaction.reply(`found ${interaction.options.getString("what")}`);
  },
  async pick(interaction) {
    await interaction.reply({
      content: "pick",
      components: [
        row(new UserSelectMenuBuilder().setCustomId("users")),
        row(new RoleSelectMenuBuilder().setCustomId("roles")),
        row(new MentionableSelectMenuBuilder().setCustomId("mentionables").setMaxValues(2)),
        row(new ChannelSelectMenuBuilder().setCustomId("channels")),
      ],
    });
  },
  async keep(interaction) {
    const file = interaction.options.getAttachment("file");
    const content = await (await fetch(file.url)).text();
    await interaction.reply(`kept ${file.name}, ${file.size} bytes: ${content}`);
  },
  async survey(interaction) {
    const colours = ["red", "blue"].map((colour) => ({ label: colour, value: colour }));
    const modal = new ModalBuilder().setCustomId("survey").setTitle("A survey").addLabelComponents(
      new LabelBuilder().setLabel("Colour")
        .setStringSelectMenuComponent(new StringSelectMenuBuilder().setCustomId("colour").addOptions(colours)),
      new LabelBuilder().setLabel("Friend")
        .setUserSelectMenuComponent(new UserSelectMenuBuilder().setCustomId("friend")),
      new LabelBuilder().setLabel("Why").setTextInputComponent(
        new TextInputBuilder().setCustomId("why").setStyle(TextInputStyle.Short).setRequired(false),
      ),
    );
    await interaction.showModal(modal);
  },
  async admin(interaction) {
    await interaction.reply("configured");
  },
};

const names = (interaction) => {
  const picked = [interaction.users, interaction.roles, interaction.channels];
  const things = picked.flatMap((collection) => (collection ? [...collection.values()] : []));
  const byId = new Map(things.map((thing) => [thing.id, thing.username ?? thing.name]));
  return interaction.values.map((id) => byId.get(id)).join(" ");
};

const components = {
  async join(interaction) {
    await interaction.deferUpdate();
    await interaction.editReply(`joined by ${interaction.user.username}`);
  },
  async redraw(interaction) {
    await interaction.deferUpdate();
    await interaction.editReply({ attachments: [], files: [picture("again.png", "drawn anew")] });
  },
  async note(interaction) {
    await interaction.update({ content: "noted", attachments: [] });
    await interaction.message.edit("noted, and edited through the channel");
  },
  async side(interaction) {
    await interaction.reply(ephemeral(`you chose ${interaction.values[0]}`));
  },
};
for (const list of ["users", "roles", "mentionables", "channels"]) {
  components[list] = async (interaction) => {
    await interaction.reply(ephemeral(`${list} ${names(interaction)}`));
  };
}

const modals = {
  async naming(interaction) {
    await interaction.reply(ephemeral(`hello ${interaction.fields.getTextInputValue("name")}`));
  },
  async survey(interaction) {
    const [colour] = interaction.fields.getStringSelectValues("colour");
    const friend = interaction.fields.getSelectedUsers("friend").first().username;
    const why = interaction.fields.getTextInputValue("why");
    await interaction.reply(ephemeral(`${colour} with ${friend}: ${why}`));
  },
};

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  rest: { api: `${process.env.SANDBOX_REST}/api` },
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    const fitting = FRUITS.filter((fruit) => fruit.startsWith(typed));
    await interaction.respond(fitting.map((fruit) => ({ name: fruit, value: fruit })));
  } else if (interaction.isChatInputCommand()) {
    const name = interaction.options.getSubcommand(false) ?? interaction.commandName;
    await commands[name](interaction);
  } else if (interaction.isModalSubmit()) {
    await modals[interaction.customId](interaction);
  } else if (interaction.isMessageComponent()) {
    await components[interaction.customId]?.(interaction);
  }
});

client.once(Events.ClientReady, async () => {
  await client.application.commands.set([play, admin]);
});

await client.login(process.env.SANDBOX_TOKEN);
