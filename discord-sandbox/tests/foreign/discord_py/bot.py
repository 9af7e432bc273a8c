"""A small bot on discord.py that visits the stand-in.

Only the addresses and the certificate authority differ from a bot that talks to Discord. They come in the environment:
SANDBOX_REST (such as https://127.0.0.1:5000), SANDBOX_CA (a file) and SANDBOX_TOKEN.
"""

import asyncio
import io
import logging
import os
import ssl

import aiohttp
import discord
from discord import app_commands

# The smallest file that passes for a PNG by its head: 3 by 2 pixels.
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x06\0\0\0"
FRUITS = ["apple", "apricot", "pear"]
NAMES_IN_CHINESE = {"play": "遊戲", "start": "開始", "relaxed": "悠閒"}


def picture(name: str, description: str) -> discord.File:
    return discord.File(io.BytesIO(PICTURE), filename=name, description=description)


class Names(app_commands.Translator):
    async def translate(self, string, locale, context):
        if locale is discord.Locale.taiwan_chinese:
            return NAMES_IN_CHINESE.get(string.message)
        return None


class Table(discord.ui.View):
    """The buttons and the list below a table."""

    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", custom_id="join", style=discord.ButtonStyle.primary)
    async def join(self, interaction, _):
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"joined by {interaction.user.name}")

    @discord.ui.button(label="Redraw", custom_id="redraw")
    async def redraw(self, interaction, _):
        await interaction.response.defer()
        await interaction.edit_original_response(attachments=[picture("again.png", "drawn anew")])

    @discord.ui.button(label="Note", custom_id="note")
    async def note(self, interaction, _):
        await interaction.response.edit_message(content="noted", attachments=[])
        await interaction.message.edit(content="noted, and edited through the channel")

    @discord.ui.button(label="Idle", custom_id="idle")
    async def idle(self, interaction, _):
        pass

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction, _):
        pass

    @discord.ui.select(
        custom_id="side",
        options=[discord.SelectOption(label=side, value=side) for side in ("north", "south")],
    )
    async def side(self, interaction, select):
        await interaction.response.send_message(f"you chose {select.values[0]}", ephemeral=True)


class Lists(discord.ui.View):
    """Lists of what is on the server."""

    def __init__(self):
        super().__init__(timeout=None)

    async def tell(self, interaction, select):
        names = " ".join(value.name for value in select.values)
        await interaction.response.send_message(f"{select.custom_id} {names}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="users")
    async def users(self, interaction, select):
        await self.tell(interaction, select)

    @discord.ui.select(cls=discord.ui.RoleSelect, custom_id="roles")
    async def roles(self, interaction, select):
        await self.tell(interaction, select)

    @discord.ui.select(cls=discord.ui.MentionableSelect, custom_id="mentionables", max_values=2)
    async def mentionables(self, interaction, select):
        await self.tell(interaction, select)

    @discord.ui.select(cls=discord.ui.ChannelSelect, custom_id="channels")
    async def channels(self, interaction, select):
        await self.tell(interaction, select)


class Naming(discord.ui.Modal, title="Your name"):
    name = discord.ui.TextInput(label="Name", custom_id="name", max_length=10)

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True)


class Survey(discord.ui.Modal, title="A survey"):
    """A modal with lists in it."""

    colour = discord.ui.Label(
        text="Colour",
        component=discord.ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label=colour, value=colour) for colour in ("red", "blue")],
        ),
    )
    friend = discord.ui.Label(text="Friend", component=discord.ui.UserSelect(custom_id="friend", required=True))
    why = discord.ui.Label(text="Why", component=discord.ui.TextInput(custom_id="why", required=False))

    async def on_submit(self, interaction):
        colour = self.colour.component.values[0]
        friend = self.friend.component.values[0].name
        text = f"{colour} with {friend}: {self.why.component.value}"
        await interaction.response.send_message(text, ephemeral=True)


play = app_commands.Group(name=app_commands.locale_str("play"), description="Plays.")


@play.command(name=app_commands.locale_str("start"), description="Opens a table.")
@app_commands.choices(
    pace=[
        app_commands.Choice(name=app_commands.locale_str("relaxed"), value=0),
        app_commands.Choice(name="slow", value=1),
    ]
)
async def start(
    interaction: discord.Interaction,
    pace: app_commands.Choice[int] | None = None,
    seats: app_commands.Range[int, 1, 4] | None = None,
    rival: discord.User | None = None,
):
    pace_name = ["relaxed", "slow"][pace.value] if pace else "-"
    text = f"table {pace_name} {seats or '-'} {rival.mention if rival else '-'}"
    board = picture("board.png", "an empty board")
    await interaction.response.send_message(text, file=board, view=Table())


@play.command(description="Answers privately.")
async def secret(interaction: discord.Interaction):
    await interaction.response.send_message("for you alone", ephemeral=True)


@play.command(description="Asks for time, privately, then answers and adds something.")
async def slow(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="done")
    more = await interaction.followup.send("and more", ephemeral=True, wait=True)
    await more.edit(content="and more, edited")


@play.command(description="Sends a direct message.")
async def direct(interaction: discord.Interaction):
    try:
        await interaction.user.send("your hand", file=picture("hand.png", "your hand"))
        answer = "sent"
    except discord.HTTPException as error:
        answer = f"{error.status} {error.code}"
    await interaction.response.send_message(answer)


@play.command(description="Opens a thread.")
async def thread(interaction: discord.Interaction):
    opened = await interaction.channel.create_thread(name="table", type=discord.ChannelType.public_thread)
    await opened.send("welcome")
    await interaction.response.send_message(opened.mention)


@play.command(description="Asks for a name.")
async def name(interaction: discord.Interaction):
    await interaction.response.send_modal(Naming())


@play.command(description="Finds something.")
async def find(interaction: discord.Interaction, what: str):
    await interaction.response.send_message(f"found {what}")


@find.autocomplete("what")
async def complete(_: discord.Interaction, current: str):
    return [app_commands.Choice(name=fruit, value=fruit) for fruit in FRUITS if fruit.startswith(current)]


@play.command(description="Lets you pick.")
async def pick(interaction: discord.Interaction):
    await interaction.response.send_message("pick", view=Lists())


@play.command(description="Keeps a file.")
async def keep(interaction: discord.Interaction, file: discord.Attachment):
    content = (await file.read()).decode()
    await interaction.response.send_message(f"kept {file.filename}, {file.size} bytes: {content}")


@play.command(description="Asks several things.")
async def survey(interaction: discord.Interaction):
    await interaction.response.send_modal(Survey())


@app_commands.command(description="For those who manage the server.")
@app_commands.default_permissions(manage_guild=True)
async def admin(interaction: discord.Interaction):
    await interaction.response.send_message("configured")


class Guest(discord.AutoShardedClient):
    def __init__(self, connector):
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, connector=connector)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(play)
        self.tree.add_command(admin)

    async def setup_hook(self):
        await self.tree.set_translator(Names())
        await self.tree.sync()


async def main():
    discord.http.Route.BASE = f"{os.environ['SANDBOX_REST']}/api/v10"
    discord.utils.setup_logging(level=logging.ERROR)
    trust = ssl.create_default_context(cafile=os.environ["SANDBOX_CA"])
    async with Guest(aiohttp.TCPConnector(ssl=trust)) as guest:
        await guest.start(os.environ["SANDBOX_TOKEN"])


asyncio.run(main())
